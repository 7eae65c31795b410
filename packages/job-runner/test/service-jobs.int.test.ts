import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import { Problem } from '@coulisse/service-kit/problem';
import { purge } from '@coulisse/service-kit/service';
import { eventually } from '@coulisse/test-kit';
import { defineJob, type JobDefinition, type JobTask } from '../src/define-job';
import { JobLedger } from '../src/job-ledger';
import { JOB_RETENTION } from '../src/job-retention';
import type { JobRunner, JobRunnerSettings } from '../src/job-runner';
import { countingJob } from './support/counting-job';
import { inTenant, quietly, serviceRunner } from './support/service-bench';

jest.setTimeout(60_000);

let database: SampleDatabase;
beforeAll(async () => {
  database = await sampleDatabase();
});
afterAll(() => database?.drop());
beforeEach(() => database.asSuperuser('DELETE FROM kit.job'));
const runners: JobRunner[] = [];
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));

interface Row {
  id: string;
  state: string;
  attempts: number;
  done: number;
  checkpoint: unknown;
  error_code: string | null;
}
const rows = () => database.asSuperuser<Row>('SELECT * FROM kit.job ORDER BY id');
const reaches = (state: string) =>
  eventually(async () => {
    const all = await rows();
    if (all.length === 0 || all.some((row) => row.state !== state)) throw new Error(JSON.stringify(all));
    return all;
  });
const start = (jobs: readonly JobDefinition[], settings: Partial<JobRunnerSettings> = {}) => {
  const { ctx, runner } = serviceRunner(database.db, { jobs }, settings);
  runners.push(runner);
  runner.start();
  return ctx.jobs;
};
const payload = z.object({ n: z.int() });
type Payload = z.output<typeof payload>;
const job = (run: (task: JobTask<Payload>) => Promise<unknown>, options: { perTenant?: number } = {}) =>
  defineJob({
    name: 'crm.count',
    label: { fr: 'Essai', en: 'Trial' },
    payload,
    retries: { attempts: 3, firstMs: 1, longestMs: 5 },
    ...options,
    run: (task) => run(task),
  });
/** Adds jobs that no runner of this process takes at once. */
const add = (tenantId: string, definition: JobDefinition<Payload>, ...numbers: number[]) => {
  const { ctx } = serviceRunner(database.db, { jobs: [definition] });
  return inTenant(database.db, tenantId, async (tx) => {
    for (const n of numbers) await ctx.jobs.enqueue(tx, definition, { n });
  });
};

test('runs after the commit of its transaction, in its tenant, as the system', async () => {
  const tenantId = randomUUID();
  const seen: unknown[] = [];
  const count = job(async ({ payload: { n }, actor, attempt, tenantId: tenant, inTenant: within }) => {
    const { rows: found } = await within(({ sql }) =>
      sql.query(`SELECT current_setting('app.tenant') AS tenant`),
    );
    seen.push({ n, tenant, attempt, found, kind: actor.kind, name: actor.displayName, rights: actor.rights });
  });
  const jobs = start([count]);
  await inTenant(database.db, tenantId, async (tx) => {
    expect(await jobs.enqueue(tx, count, { n: 7 })).toEqual(expect.any(String));
    await quietly(150);
    expect(seen).toEqual([]);
  });
  await reaches('DONE');
  expect(seen).toEqual([
    {
      n: 7,
      tenant: tenantId,
      attempt: 1,
      found: [{ tenant: tenantId }],
      kind: 'system',
      name: 'crm.count',
      rights: ['*'],
    },
  ]);
});

test('does not exist when its transaction is rolled back', async () => {
  const jobs = start([job(async () => undefined)]);
  await expect(
    inTenant(database.db, randomUUID(), async (tx) => {
      await jobs.enqueue(
        tx,
        job(async () => undefined),
        { n: 1 },
      );
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await rows()).toEqual([]);
});

test('is refused with a payload that its schema refuses, without a declaration, and when it is too large', async () => {
  const jobs = start([job(async () => undefined)]);
  const other = defineJob({
    name: 'crm.other',
    label: { fr: 'Essai', en: 'Trial' },
    payload,
    run: async () => undefined,
  });
  const large = defineJob({
    name: 'crm.count',
    label: { fr: 'Essai', en: 'Trial' },
    payload: z.string(),
    run: async () => undefined,
  });
  await inTenant(database.db, randomUUID(), async (tx) => {
    await expect(
      jobs.enqueue(
        tx,
        job(async () => undefined),
        { n: 1.5 },
      ),
    ).rejects.toThrow();
    await expect(jobs.enqueue(tx, other, { n: 1 })).rejects.toThrow(`not in the manifest's "jobs"`);
    await expect(jobs.enqueue(tx, large, 'é'.repeat(50_001))).rejects.toThrow('cannot be stored');
    await expect(jobs.enqueue(tx, large, '', { key: 'x'.repeat(201) })).rejects.toThrow('too long');
  });
});

test('with the key of an unfinished one is not added; of a finished one it is', async () => {
  const tenantId = randomUUID();
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const count = job(() => ended);
  const jobs = start([count]);
  const enqueue = (tenant: string) =>
    inTenant(database.db, tenant, (tx) => jobs.enqueue(tx, count, { n: 1 }, { key: 'daily' }));
  const added = await Promise.all([enqueue(tenantId), enqueue(tenantId), enqueue(tenantId)]);
  expect(added.filter((id) => id !== null)).toHaveLength(1);
  expect(await enqueue(randomUUID())).not.toBeNull();
  end();
  await reaches('DONE');
  expect(await enqueue(tenantId)).not.toBeNull();
});

test('starts no earlier than asked', async () => {
  let begun = 0;
  const count = job(async () => (begun = Date.now()));
  const jobs = start([count]);
  const notBefore = new Date(Date.now() + 600);
  await inTenant(database.db, randomUUID(), (tx) => jobs.enqueue(tx, count, { n: 1 }, { notBefore }));
  await reaches('DONE');
  expect(begun).toBeGreaterThanOrEqual(notBefore.getTime());
});

test('is repeated with pauses, then fails and stays until somebody decides', async () => {
  const tenantId = randomUUID();
  const attempts: number[] = [];
  const count = job(async ({ payload: { n }, attempt }) => {
    if (n === 1) attempts.push(attempt);
    if (n === 1) throw new Problem('service.unavailable');
    if (attempt < 3) throw new TypeError('a bug');
  });
  start([count]);
  await add(tenantId, count, 1, 2);
  await eventually(async () =>
    expect((await rows()).map(({ state, attempts: made }) => [state, made])).toEqual([
      ['FAILED', 3],
      ['DONE', 3],
    ]),
  );
  expect(attempts).toEqual([1, 2, 3]);
  expect((await rows())[0]).toMatchObject({ error_code: 'service.unavailable' });
  await database.asSuperuser(
    `UPDATE kit.job SET created_at = now() - interval '8 days', finished_at = now() - interval '8 days'`,
  );
  expect(await purge(database.db, [JOB_RETENTION])).toEqual({ jobs: 1 });
  expect((await rows()).map(({ state }) => state)).toEqual(['FAILED']);
});

test('a payload that this version cannot read fails at once', async () => {
  const count = job(async () => undefined);
  await add(randomUUID(), count, 1);
  await database.asSuperuser(`UPDATE kit.job SET input = '{"n": "one"}'`);
  start([count]);
  expect(await reaches('FAILED')).toMatchObject([{ attempts: 1, error_code: 'internal' }]);
});

test('a tenant with many jobs does not keep the others waiting, and has no more running than its limit', async () => {
  const greedy = randomUUID();
  const modest = Array.from({ length: 3 }, () => randomUUID());
  const order: string[] = [];
  const running = new Map<string, number>();
  let most = 0;
  const count = job(
    async ({ tenantId }) => {
      order.push(tenantId);
      running.set(tenantId, (running.get(tenantId) ?? 0) + 1);
      most = Math.max(most, running.get(tenantId)!);
      await quietly(20);
      running.set(tenantId, running.get(tenantId)! - 1);
    },
    { perTenant: 2 },
  );
  await add(greedy, count, ...Array.from({ length: 30 }, (_, n) => n));
  for (const tenant of modest) await add(tenant, count, 1, 2);
  for (let process = 0; process < 3; process++) start([count], { capacity: 2 });
  await reaches('DONE');
  expect(most).toBe(2);
  expect(order).toHaveLength(36);
  // The jobs of the others were added last, and are all served while most of the greedy tenant's wait.
  const lastOfOthers = Math.max(...modest.map((tenant) => order.lastIndexOf(tenant)));
  expect(lastOfOthers).toBeLessThan(18);
});

test('a backlog of a tenant does not slow the claims down', async () => {
  const [greedy, modest] = [randomUUID(), randomUUID()];
  const insert = (tenant: string, count: number) =>
    database.asSuperuser(
      `INSERT INTO kit.job (id, tenant_id, kind, input, actor, owner_id)
       SELECT uuidv7(), $1, 'crm.count', '{}', '{}', 'system' FROM generate_series(1, $2::int)`,
      [tenant, count],
    );
  await insert(greedy, 100_000);
  await insert(modest, 1);
  await database.asSuperuser('ANALYZE kit.job');
  const ledger = new JobLedger(database.db, {
    staleMs: 30_000,
    kinds: [{ kind: 'crm.count', lane: 'crm.count', tenantLimit: 5, attempts: 3 }],
  });
  const first = [await ledger.claim(), await ledger.claim()];
  expect(new Set(first.map((claimed) => claimed?.tenantId))).toEqual(new Set([greedy, modest]));
  const began = Date.now();
  for (let claims = 0; claims < 4; claims++) expect((await ledger.claim())?.tenantId).toBe(greedy);
  expect((Date.now() - began) / 4).toBeLessThan(100);
  expect(await ledger.claim()).toBeNull();
});

test('goes on after its last checkpoint when its service stops', async () => {
  const tenantId = randomUUID();
  const jobs = start([countingJob]);
  await inTenant(database.db, tenantId, (tx) => jobs.enqueue(tx, countingJob, { steps: 8, pauseMs: 50 }));
  await eventually(async () => expect((await rows())[0]!.done).toBeGreaterThanOrEqual(2));
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  const [between] = await rows();
  expect(between).toMatchObject({ state: 'WAITING', attempts: 0 });
  start([countingJob]);
  expect(await reaches('DONE')).toMatchObject([{ done: 8, attempts: 1, checkpoint: { added: 8 } }]);
  const shelves = await database.asSuperuser('SELECT name FROM shelf WHERE tenant_id = $1', [tenantId]);
  expect(shelves).toHaveLength(8);
});

test('a run that was cancelled can store nothing more', async () => {
  const tenantId = randomUUID();
  const jobs = start([countingJob]);
  await inTenant(database.db, tenantId, (tx) => jobs.enqueue(tx, countingJob, { steps: 500, pauseMs: 10 }));
  await eventually(async () => expect((await rows())[0]!.done).toBeGreaterThanOrEqual(2));
  await database.asSuperuser(`UPDATE kit.job SET state = 'CANCELLED'`);
  await quietly(300);
  const shelves = () => database.asSuperuser('SELECT 1 FROM shelf WHERE tenant_id = $1', [tenantId]);
  const count = (await shelves()).length;
  expect((await rows())[0]!.done).toBe(count);
  await quietly(200);
  expect(await shelves()).toHaveLength(count);
});
