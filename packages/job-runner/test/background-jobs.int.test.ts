import { randomUUID } from 'node:crypto';
import { sampleDatabase, type SampleDatabase } from '@coulisse/sample/sample-database';
import { systemActor, type Actor } from '@coulisse/service-kit/actor';
import { BackgroundJobs } from '../src/background-jobs';
import { ALL_TENANTS } from '../src/schedule-ledger';

jest.setTimeout(60_000);

let database: SampleDatabase;
let jobs: BackgroundJobs;
let woken = 0;
beforeAll(async () => {
  database = await sampleDatabase();
  jobs = new BackgroundJobs(database.db, () => (woken += 1));
});
afterAll(() => database?.drop());
beforeEach(() => database.asSuperuser('DELETE FROM kit.job'));

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
