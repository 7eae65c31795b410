import { randomUUID } from 'node:crypto';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import { systemActor, type Actor } from '@coulisse/service-kit/actor';
import { BackgroundJobs } from '../src/background-jobs';
import { BackgroundSchedules } from '../src/background-schedules';
import { defineSchedule } from '../src/define-schedule';
import { ALL_TENANTS } from '../src/schedule-ledger';

jest.setTimeout(60_000);

let database: SampleDatabase;
let jobs: BackgroundJobs;
const counting = { name: 'crm.count', label: { fr: 'Comptage', en: 'Count' } };
let woken = 0;
beforeAll(async () => {
  database = await sampleDatabase();
  jobs = new BackgroundJobs(database.db, [counting], () => (woken += 1));
});
afterAll(() => database?.drop());
beforeEach(async () => {
  for (const table of ['job', 'schedule', 'schedule_run'])
    await database.asSuperuser(`DELETE FROM kit.${table}`);
});

const platform: Actor = { ...systemActor(null, 'Sam Plateforme'), kind: 'system' };
const add = async (tenantId: string, state: string, key: string | null = null): Promise<string> => {
  const [row] = await database.asSuperuser<{ id: string }>(
    `INSERT INTO kit.job (id, tenant_id, kind, state, input, actor, owner_id, attempts, job_key, error_code)
     VALUES (uuidv7(), $1, 'crm.count', $2::text, '{"secret": 1}', '{}', 'system', 8, $3, CASE $2::text WHEN 'FAILED' THEN 'service.unavailable' END)
     RETURNING id`,
    [tenantId, state, key],
  );
  return row!.id;
};
const list = (actor: Actor, query: Partial<Parameters<BackgroundJobs['list']>[2]> = {}) =>
  jobs.list(actor, 'fr', { limit: 10, ...query });
const stateOf = async (id: string) =>
  (
    await database.asSuperuser<{ state: string; attempts: number }>(
      'SELECT state, attempts FROM kit.job WHERE id = $1',
      [id],
    )
  )[0];

test('a tenant sees its own, the platform all; neither sees payloads', async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  const failed = await add(own, 'FAILED');
  const waiting = await add(own, 'WAITING');
  await add(own, 'DONE');
  const nobodys = await add(ALL_TENANTS, 'FAILED');
  await add(other, 'RUNNING');
  const seen = await list(systemActor(own, 'Ana'));
  expect(seen.items.map(({ id }) => id)).toEqual([waiting, failed]);
  expect(seen.counts).toEqual({ WAITING: 1, RUNNING: 0, FAILED: 1 });
  expect(seen.items[1]).toMatchObject({
    name: 'crm.count',
    label: 'Comptage',
    hasCheckpoint: false,
    attempts: 8,
    error: { code: 'service.unavailable', detail: expect.any(String) as string },
  });
  const all = await list(platform);
  expect(all.counts).toEqual({ WAITING: 1, RUNNING: 1, FAILED: 2 });
  expect(all.items.find(({ id }) => id === nobodys)?.tenantId).toBeNull();
  expect(JSON.stringify([seen, all])).not.toContain('secret');
  expect(
    (await list(platform, { state: 'FAILED', before: nobodys, limit: 1 })).items.map(({ id }) => id),
  ).toEqual([failed]);
});

test('a failed job is started again, once, and only by those who may see it', async () => {
  const tenantId = randomUUID();
  const id = await add(tenantId, 'FAILED');
  await expect(jobs.retry(systemActor(randomUUID(), 'Paul'), id)).rejects.toMatchObject({ code: 'http.404' });
  const before = woken;
  const retries = await Promise.allSettled([1, 2].map(() => jobs.retry(systemActor(tenantId, 'Ana'), id)));
  expect(retries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(woken).toBe(before + 1);
  expect(await stateOf(id)).toEqual({ state: 'WAITING', attempts: 0 });
  await expect(jobs.retry(platform, id)).rejects.toMatchObject({ code: 'job.not-failed', status: 409 });
  const history = await database.asSuperuser(
    'SELECT action, actor_name FROM kit.history WHERE entity_id = $1',
    [id],
  );
  expect(history).toEqual([{ action: 'retry', actor_name: 'Ana' }]);
});

test('a failed job whose key another one has meanwhile is not started again', async () => {
  const tenantId = randomUUID();
  const id = await add(tenantId, 'FAILED', 'daily');
  await add(tenantId, 'WAITING', 'daily');
  await expect(jobs.retry(platform, id)).rejects.toMatchObject({ code: 'job.waits-already', status: 409 });
  expect(await stateOf(id)).toMatchObject({ state: 'FAILED' });
});

test('a job is ended for good, with a reason', async () => {
  const tenantId = randomUUID();
  const ids = [await add(tenantId, 'FAILED'), await add(tenantId, 'WAITING')];
  for (const id of ids) {
    await jobs.cancel(platform, id, 'Fait à la main');
    expect(await stateOf(id)).toMatchObject({ state: 'CANCELLED' });
    await expect(jobs.cancel(platform, id, 'Encore')).rejects.toMatchObject({ code: 'job.finished' });
  }
  expect(
    await database.asSuperuser(
      `SELECT changes->'reason'->>1 AS reason FROM kit.history WHERE entity_id = $1`,
      [ids[0]],
    ),
  ).toEqual([{ reason: 'Fait à la main' }]);
});

test('who ended a job, and why, is listed for those whose history says so', async () => {
  const tenantId = randomUUID();
  const ana = systemActor(tenantId, 'Ana');
  const [stopped, everybodys] = [await add(tenantId, 'FAILED'), await add(ALL_TENANTS, 'FAILED')];
  await jobs.cancel(ana, stopped, 'Fait à la main');
  await jobs.cancel(platform, everybodys, 'Trop tard');
  // Ended by the program, without a word.
  const ended = await add(tenantId, 'CANCELLED');
  const reasons = async (actor: Actor) =>
    new Map(
      (await list(actor, { state: 'CANCELLED' })).items.map(({ id, cancellation }) => [id, cancellation]),
    );
  expect(await reasons(ana)).toEqual(
    new Map([
      [ended, null],
      [stopped, { by: 'Ana', reason: 'Fait à la main' }],
    ]),
  );
  // The words of a tenant are not the platform's to know.
  expect(await reasons(platform)).toEqual(
    new Map([
      [ended, null],
      [everybodys, { by: 'Sam Plateforme', reason: 'Trop tard' }],
      [stopped, null],
    ]),
  );
});

test('a job that is not declared any more is not started again, but ended', async () => {
  const tenantId = randomUUID();
  const id = await add(tenantId, 'FAILED');
  await database.asSuperuser(`UPDATE kit.job SET kind = 'crm.former' WHERE id = $1`, [id]);
  const ana = systemActor(tenantId, 'Ana');
  await expect(jobs.retry(ana, id)).rejects.toMatchObject({ code: 'http.404' });
  await jobs.cancel(ana, id, 'N’existe plus');
  expect(await stateOf(id)).toMatchObject({ state: 'CANCELLED' });
});

test('a job is named in the language of the reader; one that is not declared any more has no name', async () => {
  const tenantId = randomUUID();
  const id = await add(tenantId, 'WAITING');
  await database.asSuperuser(`UPDATE kit.job SET checkpoint = '{"after": 1}' WHERE id = $1`, [id]);
  const ana = systemActor(tenantId, 'Ana');
  expect((await jobs.list(ana, 'en', { limit: 1 })).items).toMatchObject([
    { label: 'Count', hasCheckpoint: true },
  ]);
  // What a tenant's job stored is not the platform's to know.
  expect((await list(platform)).items).toMatchObject([{ label: 'Comptage', hasCheckpoint: null }]);
  await database.asSuperuser(`UPDATE kit.job SET kind = 'crm.former'`);
  expect((await list(ana)).items).toMatchObject([{ name: 'crm.former', label: null, nextAttemptAt: null }]);
});

test('jobs that ended are listed by their state', async () => {
  const tenantId = randomUUID();
  const [done, cancelled] = [await add(tenantId, 'DONE'), await add(tenantId, 'CANCELLED')];
  const ana = systemActor(tenantId, 'Ana');
  expect((await list(ana)).items).toEqual([]);
  expect((await list(ana, { state: 'DONE' })).items.map(({ id }) => id)).toEqual([done]);
  expect((await list(ana, { state: 'CANCELLED' })).items.map(({ id }) => id)).toEqual([cancelled]);
  expect((await list(systemActor(randomUUID(), 'Paul'), { state: 'DONE' })).items).toEqual([]);
});

describe('schedules', () => {
  const run = async () => undefined;
  const nightly = defineSchedule({
    name: 'crm.close-day',
    label: { fr: 'Clôture de la journée', en: 'End of the day' },
    cron: '0 2 * * *',
    zone: 'tenant',
    run,
  });
  const sweep = defineSchedule({
    name: 'crm.sweep',
    label: { fr: 'Ménage', en: 'Sweep' },
    cron: '*/10 * * * *',
    zone: { fixed: 'UTC' },
    run,
  });
  let schedules: BackgroundSchedules;
  beforeAll(() => {
    schedules = new BackgroundSchedules(database.db, [nightly, sweep]);
  });
  const plan = (tenantId: string, name: string, nextAt: string, zone = 'Europe/Paris') =>
    database.asSuperuser(
      'INSERT INTO kit.schedule (tenant_id, name, cron, zone, next_at) VALUES ($1, $2, $3, $4, $5)',
      [tenantId, name, '0 2 * * *', zone, nextAt],
    );
  const addRun = async (tenantId: string, plannedAgo: string, missed: number, jobId: string | null) =>
    database.asSuperuser(
      `INSERT INTO kit.schedule_run (id, tenant_id, schedule, planned_at, at, missed, job_id)
       VALUES (uuidv7(), $1, 'crm.close-day', now() - $2::interval, now() - $2::interval + interval '5 hours', $3, $4)`,
      [tenantId, plannedAgo, missed, jobId],
    );

  test('have their next time, their last run, and the irregular ones of the last days', async () => {
    const tenantId = randomUUID();
    await plan(tenantId, 'crm.close-day', '2026-12-01T01:00:00Z');
    const failed = await add(tenantId, 'FAILED');
    await addRun(tenantId, '40 days', 9, randomUUID());
    await addRun(tenantId, '3 days', 2, randomUUID());
    await addRun(tenantId, '2 days', 0, failed);
    await addRun(tenantId, '1 day', 0, null);
    const { items } = await schedules.list(systemActor(tenantId, 'Ana'), 'fr');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      label: 'Clôture de la journée',
      cron: '0 2 * * *',
      zone: 'Europe/Paris',
      tenants: 1,
      nextAt: '2026-12-01T01:00:00.000Z',
      last: { tenantId, state: 'FAILED', missed: 0, error: { code: 'service.unavailable' } },
      irregular: [
        { isSkipped: true, state: null },
        // Its job was deleted since: it ended well.
        { isSkipped: false, missed: 2, state: null },
      ],
      irregularCount: 2,
    });
  });

  test('of another tenant, and of the platform, are not seen by a tenant', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    await plan(own, 'crm.close-day', '2026-12-01T01:00:00Z');
    await plan(other, 'crm.close-day', '2026-12-01T05:00:00Z', 'America/Martinique');
    await plan(ALL_TENANTS, 'crm.sweep', '2026-11-30T00:10:00Z', 'UTC');
    await addRun(other, '1 day', 1, randomUUID());
    const seen = await schedules.list(systemActor(own, 'Ana'), 'en');
    expect(seen.items).toMatchObject([
      { label: 'End of the day', nextAt: '2026-12-01T01:00:00.000Z', last: null, irregular: [] },
    ]);
    expect(JSON.stringify(seen)).not.toContain(other);
    expect((await schedules.list(systemActor(randomUUID(), 'Paul'), 'fr')).items).toEqual([]);
  });

  test('of all tenants are one line each for the platform', async () => {
    const [own, other] = [randomUUID(), randomUUID()];
    await plan(own, 'crm.close-day', '2026-12-01T01:00:00Z');
    await plan(other, 'crm.close-day', '2026-12-01T05:00:00Z', 'America/Martinique');
    await plan(ALL_TENANTS, 'crm.sweep', '2026-11-30T00:10:00Z', 'UTC');
    for (let day = 1; day < 7; day++) await addRun(other, `${day} days`, 1, randomUUID());
    await addRun(own, '2 hours', 0, await add(own, 'RUNNING'));
    const { items } = await schedules.list(platform, 'fr');
    expect(items).toMatchObject([
      {
        name: 'crm.close-day',
        tenants: 2,
        zone: null,
        nextAt: '2026-12-01T01:00:00.000Z',
        last: { tenantId: own, state: 'RUNNING' },
        irregularCount: 6,
      },
      { name: 'crm.sweep', tenants: null, zone: 'UTC', last: null, irregular: [], irregularCount: 0 },
    ]);
    expect(items[0]!.irregular).toHaveLength(5);
  });
});
