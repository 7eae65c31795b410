import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import type { JobKind } from '../src/kernel/jobs/job';
import { JobLedger } from '../src/kernel/jobs/job-ledger';
import type { JobHandler } from '../src/kernel/jobs/job-run';
import type { JobRunner, JobRunnerSettings } from '../src/kernel/jobs/job-runner';
import type { JobView } from '../src/kernel/jobs/jobs';
import { Problem } from '../src/problem/problem';
import type { Call } from '../src/kernel/types';
import { purge } from '../src/service/retention';
import { shelf } from './sample/src/resources';
import { ExchangeBench, runnerFor } from './support/exchange-bench';

jest.setTimeout(60_000);

let bench: ExchangeBench;
beforeAll(async () => {
  bench = await ExchangeBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.database.asSuperuser('DELETE FROM job');
  bench.caller = { tenantId: randomUUID(), rights: ['*'] };
});
const runners: JobRunner[] = [];
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));

const callOf = (tenantId: string, userId = 'someone'): Call => ({
  resource: shelf,
  language: 'fr',
  actor: {
    kind: 'staff',
    userId,
    subject: null,
    tenantId,
    displayName: userId,
    email: null,
    role: null,
    roles: [],
    rights: ['*'],
    language: 'en',
    tenantName: null,
  },
});
const add = (tenantId: string, input: unknown = {}, userId?: string): Promise<JobView> =>
  bench.door.pipeline.jobs.enqueue(callOf(tenantId, userId), 'bulk', input);
const start = (bulk: JobHandler, settings: Partial<JobRunnerSettings> = {}): JobRunner => {
  const runner = runnerFor(bench.door, bench.database, { handlers: { bulk }, ...settings });
  runners.push(runner);
  runner.start();
  return runner;
};
interface Row {
  id: string;
  state: string;
  done: number;
  attempts: number;
  problem: { code: string } | null;
  result: unknown;
}
const rows = () =>
  bench.database.asSuperuser<Row>(
    'SELECT id, state, done, attempts, problem, result FROM job ORDER BY created_at',
  );
const row = async (id: string): Promise<Row> => (await rows()).find((one) => one.id === id)!;
const reaches = (id: string, state: string) =>
  eventually(async () => {
    const found = await row(id);
    if (found.state !== state) throw new Error(JSON.stringify(found));
    return found;
  });
/** Work that ends when it is told. */
function gate() {
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const handler: JobHandler = async ({ job, signal }) => {
    begun.push(job.id);
    await new Promise<void>((resolve, reject) => {
      open.set(job.id, resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return { value: { ok: true }, file: null };
  };
  return { begun, handler, finish: (id: string) => open.get(id)?.() };
}
const quietly = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('is done as the one who asked, in their tenant and language', async () => {
  const tenant = randomUUID();
  let seen: unknown;
  start(async ({ job, call }) => {
    seen = {
      input: job.input,
      tenant: call.actor.tenantId,
      name: call.actor.displayName,
      language: call.language,
      rights: call.actor.rights,
    };
    return { value: { answer: 42 }, file: null };
  });
  const { id } = await add(tenant, { question: 6 }, 'Anne');
  await reaches(id, 'DONE');
  expect(seen).toEqual({ input: { question: 6 }, tenant, name: 'Anne', language: 'fr', rights: ['*'] });
  expect((await bench.door.pipeline.jobs.read(callOf(tenant, 'Anne'), id)).result).toEqual({ answer: 42 });
});

test('takes turns: one at a time of a tenant, two of a process, whoever waited longest first', async () => {
  const [greedy, modest, late] = [randomUUID(), randomUUID(), randomUUID()];
  const first = await add(greedy);
  const second = await add(greedy);
  const third = await add(modest);
  const fourth = await add(late);
  const { begun, handler, finish } = gate();
  start(handler);
  await eventually(() => expect(begun).toEqual([first.id, third.id]));
  await quietly(300);
  expect(begun).toHaveLength(2);
  finish(first.id);
  // The greedy tenant was served already: who was not comes before its second job.
  await eventually(() => expect(begun[2]).toBe(fourth.id));
  finish(third.id);
  await eventually(() => expect(begun[3]).toBe(second.id));
  [fourth, second].forEach(({ id }) => finish(id));
  await reaches(second.id, 'DONE');
});

test('is never done by two processes, however many look for it', async () => {
  const tenants = Array.from({ length: 5 }, () => randomUUID());
  const jobs = await Promise.all(tenants.flatMap((tenant) => [add(tenant), add(tenant)]));
  const begun: string[] = [];
  const busy = new Map<string, number>();
  let overlaps = 0;
  const handler: JobHandler = async ({ job }) => {
    begun.push(job.id);
    const now = (busy.get(job.tenantId) ?? 0) + 1;
    busy.set(job.tenantId, now);
    if (now > 1) overlaps += 1;
    await quietly(20);
    busy.set(job.tenantId, now - 1);
    return { value: null, file: null };
  };
  for (let process = 0; process < 4; process++) start(handler);
  await eventually(async () => expect((await rows()).every(({ state }) => state === 'DONE')).toBe(true));
  expect([...begun].sort()).toEqual(jobs.map(({ id }) => id).sort());
  expect(overlaps).toBe(0);
});

test('is cancelled while it waits and while it runs', async () => {
  const tenant = randomUUID();
  const waiting = await add(tenant);
  expect(await bench.door.pipeline.jobs.cancel(callOf(tenant), waiting.id)).toMatchObject({
    state: 'CANCELLED',
  });
  await expect(bench.door.pipeline.jobs.cancel(callOf(tenant), waiting.id)).rejects.toMatchObject({
    code: 'job.finished',
  });

  const running = await add(tenant);
  const { begun, handler } = gate();
  let reason: unknown;
  start((run) =>
    handler(run).catch((error: unknown) => {
      reason = run.interruption;
      throw error;
    }),
  );
  await eventually(() => expect(begun).toEqual([running.id]));
  await bench.door.pipeline.jobs.cancel(callOf(tenant), running.id);
  await eventually(() => expect(reason).toBe('lost'));
  await quietly(200);
  expect(await row(running.id)).toMatchObject({ state: 'CANCELLED', attempts: 1 });
});

test('that was cancelled cannot be finished, nor keep what it was writing', async () => {
  const tenant = randomUUID();
  const { id } = await add(tenant);
  const { db } = bench.database;
  start(
    async (run) => {
      await bench.door.pipeline.jobs.cancel(callOf(tenant), id);
      await db.inTenant(run.call.actor, async (tx) => {
        await tx.sql.query(`INSERT INTO shelf (id, tenant_id, name) VALUES ($1, $2, 'Trop tard')`, [
          randomUUID(),
          tenant,
        ]);
        await run.checkpoint(tx, 1, { value: null, file: null });
      });
      return { value: null, file: null };
    },
    { heartbeatMs: 10_000 },
  );
  await quietly(500);
  expect(await row(id)).toMatchObject({ state: 'CANCELLED', done: 0 });
  expect(await bench.database.asSuperuser(`SELECT 1 FROM shelf WHERE tenant_id = '${tenant}'`)).toEqual([]);
});

test('goes back to the queue when its service stops, and on where it was', async () => {
  const tenant = randomUUID();
  const { id } = await add(tenant);
  const { db } = bench.database;
  const handler: JobHandler = async (run) => {
    for (let done = run.job.done; done < 6; done++) {
      run.signal.throwIfAborted();
      await db.inTenant(run.call.actor, async (tx) => {
        await tx.sql.query('INSERT INTO shelf (id, tenant_id, name) VALUES ($1, $2, $3)', [
          randomUUID(),
          tenant,
          `Pas ${done}`,
        ]);
        await run.checkpoint(tx, done + 1, { value: { steps: done + 1 }, file: null });
      });
      await quietly(100);
    }
    return { value: { steps: 6 }, file: null };
  };
  const first = start(handler);
  await eventually(async () => expect((await row(id)).done).toBeGreaterThanOrEqual(2));
  await first.stop();
  const between = await row(id);
  expect(between).toMatchObject({ state: 'WAITING', attempts: 0 });
  expect(between.done).toBeLessThan(6);
  start(handler);
  expect(await reaches(id, 'DONE')).toMatchObject({ attempts: 1 });
  const [{ count }] = (await bench.database.asSuperuser<{ count: string }>(
    `SELECT count(*) FROM shelf WHERE tenant_id = '${tenant}'`,
  )) as [{ count: string }];
  expect(Number(count)).toBe(6);
});

test('is given up when its processes die three times', async () => {
  const { id } = await add(randomUUID());
  const ledger = new JobLedger(bench.database.db, { staleMs: 0, maxAttempts: 3 });
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await ledger.claim()).toMatchObject({ id, attempts: attempt });
    await quietly(5);
  }
  start(() => Promise.reject(new Error('is not to be run')), { staleMs: 1 });
  expect(await reaches(id, 'FAILED')).toMatchObject({ problem: { code: 'job.interrupted' }, attempts: 3 });
});

test('lost to another process, it can change nothing any more', async () => {
  const { id } = await add(randomUUID());
  const ledger = new JobLedger(bench.database.db, { staleMs: 0, maxAttempts: 3 });
  const before = await ledger.claim();
  await quietly(5);
  const after = await ledger.claim();
  expect([before?.id, after?.id]).toEqual([id, id]);
  const outcome = { value: null, file: null };
  expect([
    await ledger.beat(before!),
    await ledger.progress(before!, 5, null),
    await ledger.finish(before!, outcome),
    await ledger.release(before!, true),
    await ledger.fail(before!, new Problem('internal')),
  ]).toEqual([false, false, false, false, false]);
  expect([await ledger.beat(after!), await ledger.finish(after!, outcome)]).toEqual([true, true]);
});

test('is not done with rights of more than an hour ago', async () => {
  const { id } = await add(randomUUID());
  await bench.database.asSuperuser(
    `UPDATE job SET created_at = now() - interval '61 minutes' WHERE id = '${id}'`,
  );
  let ran = false;
  start(async () => {
    ran = true;
    return { value: null, file: null };
  });
  expect(await reaches(id, 'FAILED')).toMatchObject({ problem: { code: 'job.too-old' } });
  expect(ran).toBe(false);
});

test('tells a problem as a problem, hides a bug, and tries again what passes by itself', async () => {
  const [refused, broken, unlucky] = await Promise.all([1, 2, 3].map((kind) => add(randomUUID(), { kind })));
  let tries = 0;
  start(async ({ job }) => {
    const { kind } = job.input as { kind: number };
    if (kind === 1) throw new Problem('import.too-many-rows', { params: { max: 5 } });
    if (kind === 2) throw new TypeError('the secret of the house');
    if (++tries < 3) throw Object.assign(new Error('x'), { code: 'ECONNRESET' });
    return { value: null, file: null };
  });
  await reaches(refused!.id, 'FAILED');
  await reaches(broken!.id, 'FAILED');
  expect(await reaches(unlucky!.id, 'DONE')).toMatchObject({ attempts: 3 });
  const told = async (job: JobView, language: 'fr' | 'en') => {
    const [{ tenant_id: tenantId }] = (await bench.database.asSuperuser<{ tenant_id: string }>(
      `SELECT tenant_id FROM job WHERE id = '${job.id}'`,
    )) as [{ tenant_id: string }];
    return (await bench.door.pipeline.jobs.read({ ...callOf(tenantId), language }, job.id)).problem;
  };
  expect(await told(refused!, 'fr')).toMatchObject({
    code: 'import.too-many-rows',
    status: 422,
    detail: 'Le fichier dépasse 5 lignes.',
  });
  expect(await told(refused!, 'en')).toMatchObject({ detail: 'The file has more than 5 rows.' });
  expect(JSON.stringify(await told(broken!, 'en'))).not.toContain('secret');
});

test('tells its progress at most twice a second', async () => {
  const { id } = await add(randomUUID());
  const seen = new Set<number>();
  start(async (run) => {
    const begun = Date.now();
    for (let done = 1; Date.now() - begun < 2_000; done++) {
      await run.progress(done, 60);
      seen.add((await row(id)).done);
    }
    return { value: null, file: null };
  });
  await reaches(id, 'DONE');
  expect(seen.size).toBeGreaterThan(1);
  expect(seen.size).toBeLessThanOrEqual(6);
});

test('of a resource or a kind that is no longer there fails', async () => {
  const gone = await add(randomUUID());
  await bench.database.asSuperuser(`UPDATE job SET resource = 'sample.gone'`);
  const unknown = await bench.door.pipeline.jobs.enqueue(
    callOf(randomUUID()),
    'export' satisfies JobKind,
    {},
  );
  start(async () => ({ value: null, file: null }));
  for (const { id } of [gone, unknown])
    expect(await reaches(id, 'FAILED')).toMatchObject({ problem: { code: 'internal' } });
});

test('goes with its file after seven days', async () => {
  const [old, recent] = await Promise.all([add(randomUUID()), add(randomUUID())]);
  const chunk = (id: string) =>
    bench.database.asSuperuser(
      `INSERT INTO job_chunk SELECT tenant_id, id, 'output', 0, 'x' FROM job WHERE id = '${id}'`,
    );
  await chunk(old!.id);
  await chunk(recent!.id);
  await bench.database.asSuperuser(`UPDATE job SET state = 'DONE', finished_at = now()`);
  await bench.database.asSuperuser(
    `UPDATE job SET created_at = now() - interval '8 days' WHERE id = '${old!.id}'`,
  );
  await purge(bench.database.db);
  expect((await rows()).map(({ id }) => id)).toEqual([recent!.id]);
  expect(await bench.database.asSuperuser('SELECT job_id FROM job_chunk')).toEqual([{ job_id: recent!.id }]);
});

describe('over HTTP', () => {
  const get = (path: string) => bench.json<JobView & { items: JobView[]; code: string }>('GET', path);
  const someone = (userId: string, rights: string[]) => {
    bench.caller = { ...bench.caller, userId, rights } as never;
  };
  const read = ['sample.shelf.read'];

  test('is seen by who asked and by who may do the same, and by nobody else', async () => {
    const { tenantId } = bench.caller;
    const made = await bench.door.pipeline.jobs.enqueue(callOf(tenantId, 'anne'), 'export', {
      format: 'csv',
    });
    someone('anne', read);
    expect((await get(`shelves/_jobs/${made.id}`)).body).toMatchObject({ id: made.id, state: 'WAITING' });
    expect((await get('shelves/_jobs?mine=true')).body.items.map(({ id }) => id)).toEqual([made.id]);
    someone('paul', read);
    expect((await get(`shelves/_jobs/${made.id}`)).status).toBe(404);
    expect((await get('shelves/_jobs')).body.items).toEqual([]);
    expect((await bench.json('POST', `shelves/_jobs/${made.id}/cancel`)).status).toBe(404);
    someone('paul', [...read, 'sample.shelf.import']);
    expect((await get(`shelves/_jobs/${made.id}`)).status).toBe(404);
    someone('paul', [...read, 'sample.shelf.export']);
    expect((await get('shelves/_jobs')).body.items.map(({ id }) => id)).toEqual([made.id]);
    expect((await get('shelves/_jobs?mine')).body.items).toEqual([]);
    expect((await get(`shelves/_jobs/${made.id}/file`)).status).toBe(404);
    expect((await get(`gadgets/_jobs/${made.id}`)).status).toBe(403);
    someone('paul', ['*']);
    expect((await get(`gadgets/_jobs/${made.id}`)).status).toBe(404);
    expect((await bench.json<JobView>('POST', `shelves/_jobs/${made.id}/cancel`)).body.state).toBe(
      'CANCELLED',
    );
    expect(await bench.json('POST', `shelves/_jobs/${made.id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'job.finished' },
    });
    for (const id of ['x', randomUUID()]) expect((await get(`shelves/_jobs/${id}`)).status).toBe(404);
    bench.caller = { tenantId: randomUUID(), rights: ['*'] };
    expect((await get(`shelves/_jobs/${made.id}`)).status).toBe(404);
    expect((await get('shelves/_jobs')).body.items).toEqual([]);
  });

  test('comes from a person in moderation', async () => {
    const { tenantId } = bench.caller;
    for (let count = 0; count < 20; count++) await add(tenantId, {}, 'anne');
    await expect(add(tenantId, {}, 'anne')).rejects.toMatchObject({ code: 'request.too-many', status: 429 });
    await add(tenantId, {}, 'paul');
  });
});

it("the platform scope sees no job's input, nor who asked, and cannot change either", async () => {
  await add(bench.caller.tenantId!, { ids: ['canary'] });
  const platform = (statement: string) =>
    bench.database.db.inPlatform('test', ({ sql }) => sql.query(statement));
  expect((await platform('SELECT id, tenant_id, state FROM job')).rows).toHaveLength(1);
  for (const statement of [
    'SELECT input FROM job',
    'SELECT actor FROM job',
    'SELECT result FROM job',
    'SELECT * FROM job',
    `UPDATE job SET actor = '{}'`,
    `UPDATE job SET input = '{}'`,
    `UPDATE job SET tenant_id = gen_random_uuid()`,
  ])
    await expect(platform(statement)).rejects.toThrow('permission denied');
});
