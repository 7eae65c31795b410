import { randomUUID } from 'node:crypto';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import { purge } from '@coulisse/service-kit/service';
import { eventually } from '@coulisse/test-kit';
import pino from 'pino';
import { defineSchedule, type ScheduleDefinition } from '../src/define-schedule';
import { SCHEDULE_RETENTION, SCHEDULE_RUN_RETENTION } from '../src/job-retention';
import type { JobRunner } from '../src/job-runner';
import { ALL_TENANTS } from '../src/schedule-ledger';
import { Scheduler } from '../src/scheduler';
import { serviceRunner } from './support/service-bench';

jest.setTimeout(60_000);

let database: SampleDatabase;
beforeAll(async () => {
  database = await sampleDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  for (const table of ['job', 'schedule', 'schedule_run', 'tenant'])
    await database.asSuperuser(`DELETE FROM kit.${table}`);
});
const runners: JobRunner[] = [];
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));

interface Kept {
  tenantId: string | null;
  plannedAt: string;
  missed: number;
}
let runsSeen: Kept[];
beforeEach(() => {
  runsSeen = [];
});
const daily = defineSchedule({
  name: 'crm.keep-day',
  label: { fr: 'Essai', en: 'Trial' },
  cron: '5 0 * * *',
  zone: 'tenant',
  async run({ tenantId, plannedAt, missed }) {
    runsSeen.push({ tenantId, plannedAt: plannedAt.toISOString(), missed });
  },
});

const tenants = async (zones: readonly string[]): Promise<string[]> => {
  const ids = zones.map(() => randomUUID());
  for (const [index, zone] of zones.entries())
    await database.asSuperuser('INSERT INTO kit.tenant (tenant_id, zone) VALUES ($1, $2)', [
      ids[index],
      zone,
    ]);
  return ids;
};
/** A process whose clock stands at a time; each call of `at` is a round there. */
function processOf(schedules: readonly ScheduleDefinition[]) {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  let clock = new Date(0);
  const { db } = database;
  const scheduler = new Scheduler({ db, log, schedules, onAdded: () => undefined, now: () => clock });
  return {
    at: (time: string) => {
      clock = new Date(time);
      return scheduler.round();
    },
    events: () => lines.map(({ msg, missed, schedule }) => ({ msg, missed, schedule })),
  };
}
/** Runs the jobs that were added. */
async function runAll(schedules: readonly ScheduleDefinition[]): Promise<void> {
  const { runner } = serviceRunner(database.db, { schedules });
  runners.push(runner);
  runner.start();
  await eventually(async () =>
    expect(await database.asSuperuser(`SELECT id FROM kit.job WHERE state <> 'DONE'`)).toEqual([]),
  );
}
const runsOf = (tenantId: string) =>
  database.asSuperuser<{ planned_at: Date; missed: number; job_id: string | null }>(
    'SELECT planned_at, missed, job_id FROM kit.schedule_run WHERE tenant_id = $1 ORDER BY planned_at',
    [tenantId],
  );

test('runs in the time zone of each tenant', async () => {
  const [paris, martinique, noumea] = await tenants(['Europe/Paris', 'America/Martinique', 'Pacific/Noumea']);
  const scheduling = processOf([daily]);
  await scheduling.at('2026-11-23T10:00:00Z');
  for (const time of ['2026-11-23T13:05:00Z', '2026-11-23T23:05:00Z', '2026-11-24T04:05:00Z'])
    await scheduling.at(time);
  await runAll([daily]);
  expect(runsSeen.sort((a, b) => (a.plannedAt < b.plannedAt ? -1 : 1))).toEqual([
    { tenantId: noumea, plannedAt: '2026-11-23T13:05:00.000Z', missed: 0 },
    { tenantId: paris, plannedAt: '2026-11-23T23:05:00.000Z', missed: 0 },
    { tenantId: martinique, plannedAt: '2026-11-24T04:05:00.000Z', missed: 0 },
  ]);
});

test('a day on which the clocks change has one run', async () => {
  const night = defineSchedule({
    name: 'crm.keep-night',
    label: { fr: 'Essai', en: 'Trial' },
    cron: '30 2 * * *',
    zone: 'tenant',
    run: async () => 0,
  });
  const [paris] = await tenants(['Europe/Paris']);
  const scheduling = processOf([night]);
  await scheduling.at('2026-03-28T12:00:00Z');
  for (let hour = 0; hour < 24; hour++)
    for (const minute of ['00', '30'])
      await scheduling.at(`2026-03-29T${String(hour).padStart(2, '0')}:${minute}:00Z`);
  await scheduling.at('2026-10-24T12:00:00Z');
  await database.asSuperuser(`UPDATE kit.job SET state = 'DONE'`);
  for (let hour = 0; hour < 24; hour++)
    for (const minute of ['00', '30'])
      await scheduling.at(`2026-10-25T${String(hour).padStart(2, '0')}:${minute}:00Z`);
  const runs = await runsOf(paris!);
  const on = (day: string) => runs.filter(({ planned_at: at }) => at.toISOString().startsWith(day));
  expect(on('2026-03-29').map(({ planned_at: at }) => at.toISOString())).toEqual([
    '2026-03-29T01:00:00.000Z',
  ]);
  expect(on('2026-10-25').map(({ planned_at: at }) => at.toISOString())).toEqual([
    '2026-10-25T00:30:00.000Z',
  ]);
});

test('a time at which no process ran is made up for by one run, which says so', async () => {
  const [tenant] = await tenants(['Europe/Paris']);
  const before = processOf([daily]);
  await before.at('2026-11-20T10:00:00Z');
  await before.at('2026-11-20T23:05:10Z');
  await runAll([daily]);
  const back = processOf([daily]);
  await back.at('2026-11-23T10:00:00Z');
  await back.at('2026-11-23T10:01:00Z');
  await eventually(() => expect(runsSeen).toHaveLength(2));
  expect(runsSeen).toEqual([
    { tenantId: tenant, plannedAt: '2026-11-20T23:05:00.000Z', missed: 0 },
    { tenantId: tenant, plannedAt: '2026-11-22T23:05:00.000Z', missed: 2 },
  ]);
  expect(await runsOf(tenant!)).toMatchObject([{ missed: 0 }, { missed: 2 }]);
  expect(before.events()).toEqual([{ msg: 'schedule.started', missed: 0, schedule: 'crm.keep-day' }]);
  expect(back.events()).toEqual([{ msg: 'schedule.missed', missed: 2, schedule: 'crm.keep-day' }]);
  expect(await back.at('2026-11-23T23:04:55Z')).toBe(5_000);
});

test('a run that is not finished when the next one is due is not joined by it', async () => {
  const [tenant] = await tenants(['Europe/Paris']);
  const scheduling = processOf([daily]);
  await scheduling.at('2026-11-20T10:00:00Z');
  await scheduling.at('2026-11-20T23:05:00Z');
  await scheduling.at('2026-11-21T23:05:00Z');
  expect((await runsOf(tenant!)).map(({ job_id: id }) => id !== null)).toEqual([true, false]);
  expect(scheduling.events().map(({ msg }) => msg)).toEqual(['schedule.started', 'schedule.skipped']);
});

test('is planned anew when the zone of the tenant or the expression changes, and ends while it is archived', async () => {
  const [tenant] = await tenants(['Europe/Paris']);
  const scheduling = processOf([daily]);
  const next = async () =>
    (await database.asSuperuser<{ next_at: Date }>('SELECT next_at FROM kit.schedule')).map(
      ({ next_at: at }) => at.toISOString(),
    );
  await scheduling.at('2026-11-20T10:00:00Z');
  expect(await next()).toEqual(['2026-11-20T23:05:00.000Z']);
  await database.asSuperuser(`UPDATE kit.tenant SET zone = 'America/Martinique'`);
  await scheduling.at('2026-11-20T10:01:00Z');
  expect(await next()).toEqual(['2026-11-21T04:05:00.000Z']);
  const later = defineSchedule({
    name: 'crm.keep-day',
    label: { fr: 'Essai', en: 'Trial' },
    cron: '0 6 * * *',
    zone: 'tenant',
    run: async () => 0,
  });
  await processOf([later]).at('2026-11-20T10:02:00Z');
  expect(await next()).toEqual(['2026-11-21T10:00:00.000Z']);
  await database.asSuperuser('UPDATE kit.tenant SET archived = true');
  await processOf([later]).at('2026-12-20T10:02:00Z');
  expect(await next()).toEqual([]);
  expect(await runsOf(tenant!)).toEqual([]);
});

test('with a fixed zone it runs once for all tenants', async () => {
  await tenants(['Europe/Paris', 'America/Martinique']);
  let runs = 0;
  const nightly = defineSchedule({
    name: 'crm.sweep',
    label: { fr: 'Essai', en: 'Trial' },
    cron: '0 3 * * *',
    zone: { fixed: 'Asia/Tokyo' },
    run: async ({ missed, plannedAt }, { db }) => {
      runs += 1;
      await db.inPlatform('test', ({ sql }) => sql.query('SELECT 1'));
      return { missed, plannedAt };
    },
  });
  const scheduling = processOf([nightly]);
  await scheduling.at('2026-11-20T10:00:00Z');
  await scheduling.at('2026-11-20T18:00:00Z');
  await runAll([nightly]);
  expect(runs).toBe(1);
  expect(await runsOf(ALL_TENANTS)).toMatchObject([{ planned_at: new Date('2026-11-20T18:00:00Z') }]);
});

test('many processes at once: each planned time of each tenant has one run', async () => {
  await tenants(Array.from({ length: 15 }, () => 'Europe/Paris'));
  const processes = Array.from({ length: 6 }, () => processOf([daily]));
  await Promise.all(processes.map(({ at }) => at('2026-11-20T10:00:00Z')));
  await Promise.all(processes.map(({ at }) => at('2026-11-20T23:05:00Z')));
  await runAll([daily]);
  expect(runsSeen).toHaveLength(15);
  expect(new Set(runsSeen.map(({ tenantId }) => tenantId)).size).toBe(15);
});

test('runs and plans that nobody needs any more are deleted after 90 days', async () => {
  const insertRun = (days: number) =>
    database.asSuperuser(
      `INSERT INTO kit.schedule_run (id, tenant_id, schedule, planned_at, at, missed)
       VALUES (gen_random_uuid(), $1, 'x.y', now() - make_interval(days => $2), now() - make_interval(days => $2), 0)`,
      [ALL_TENANTS, days],
    );
  const insertPlan = (name: string, days: number) =>
    database.asSuperuser(
      `INSERT INTO kit.schedule VALUES ($1, $2, '0 0 * * *', 'UTC', now() - make_interval(days => $3))`,
      [ALL_TENANTS, name, days],
    );
  for (const days of [91, 89]) await insertRun(days);
  await insertPlan('x.gone', 91);
  await insertPlan('x.kept', 89);
  expect(await purge(database.db, [SCHEDULE_RUN_RETENTION, SCHEDULE_RETENTION])).toEqual({
    scheduleRuns: 1,
    schedules: 1,
  });
  expect(await database.asSuperuser('SELECT name FROM kit.schedule')).toEqual([{ name: 'x.kept' }]);
});
