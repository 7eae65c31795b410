import { randomUUID } from 'node:crypto';
import { eventually } from '@coulisse/test-kit';
import { JobLedger } from '../src/job-ledger';
import { JOB_RETENTION } from '../src/job-retention';
import type { JobCall } from '../src/job';
import type { JobHandler } from '../src/job-run';
import type { JobRunner, JobRunnerSettings } from '../src/job-runner';
import type { JobView } from '../src/jobs';
import { Problem } from '@coulisse/service-kit/problem';
import type { ResourceDefinition } from '@coulisse/resource';
import { purge } from '@coulisse/service-kit/service';
import { shelf } from '@coulisse/sample/resources';
import { ExchangeBench, runnerFor } from '@coulisse/sample/exchange-bench';

jest.setTimeout(60_000);

let bench: ExchangeBench;
beforeAll(async () => {
  bench = await ExchangeBench.open();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.database.asSuperuser('DELETE FROM kit.job');
  bench.caller = { tenantId: randomUUID(), rights: ['*'] };
});
const runners: JobRunner<ResourceDefinition>[] = [];
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));

const callOf = (tenantId: string, userId = 'someone'): JobCall<ResourceDefinition> => ({
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
  bench.server.pipeline.jobs.enqueue(callOf(tenantId, userId), 'bulk', input);
const start = (
  bulk: JobHandler<ResourceDefinition>,
  settings: Partial<JobRunnerSettings<ResourceDefinition>> = {},
): JobRunner<ResourceDefinition> => {
  const runner = runnerFor(bench.server, bench.database, { handlers: { bulk }, ...settings });
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
    'SELECT id, state, done, attempts, problem, result FROM kit.job ORDER BY created_at',
  );
const row = async (id: string): Promise<Row> => (await rows()).find((candidate) => candidate.id === id)!;
const reaches = (id: string, state: string) =>
  eventually(async () => {
    const found = await row(id);
    if (found.state !== state) throw new Error(JSON.stringify(found));
    return found;
  });
/** A handler whose runs end when `finish` is called. */
function gate() {
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const handler: JobHandler<ResourceDefinition> = async ({ job, signal }) => {
    begun.push(job.id);
    await new Promise<void>((resolve, reject) => {
      open.set(job.id, resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return { value: { ok: true }, file: null };
  };
  return { begun, handler, finish: (id: string) => open.get(id)?.() };
}
const BULK = [{ kind: 'bulk', lane: 'resources', tenantLimit: 1, attempts: 3 }];
const quietly = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('runs as the user who enqueued it, in their tenant and language', async () => {
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
  expect((await bench.server.pipeline.jobs.read(callOf(tenant, 'Anne'), id)).result).toEqual({ answer: 42 });
});

test('runs one job per tenant and two per process at a time, the tenant served longest ago first', async () => {
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
  // The greedy tenant was served already: a tenant that was not comes before its second job.
  await eventually(() => expect(begun[2]).toBe(fourth.id));
  finish(third.id);
  await eventually(() => expect(begun[3]).toBe(second.id));
  [fourth, second].forEach(({ id }) => finish(id));
  await reaches(second.id, 'DONE');
});

test('is run by one process only, however many poll', async () => {
  const tenants = Array.from({ length: 5 }, () => randomUUID());
  const jobs = await Promise.all(tenants.flatMap((tenant) => [add(tenant), add(tenant)]));
  const begun: string[] = [];
  const busy = new Map<string, number>();
  let overlaps = 0;
  const handler: JobHandler<ResourceDefinition> = async ({ job }) => {
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

test('can be cancelled while it waits and while it runs', async () => {
  const tenant = randomUUID();
  const waiting = await add(tenant);
  expect(await bench.server.pipeline.jobs.cancel(callOf(tenant), waiting.id)).toMatchObject({
    state: 'CANCELLED',
  });
  await expect(bench.server.pipeline.jobs.cancel(callOf(tenant), waiting.id)).rejects.toMatchObject({
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
  await bench.server.pipeline.jobs.cancel(callOf(tenant), running.id);
  await eventually(() => expect(reason).toBe('lost'));
  await quietly(200);
  expect(await row(running.id)).toMatchObject({ state: 'CANCELLED', attempts: 1 });
});

test('cannot finish once it is cancelled, and its open transaction is rolled back', async () => {
  const tenant = randomUUID();
  const { id } = await add(tenant);
  const { db } = bench.database;
  start(
    async (run) => {
      await bench.server.pipeline.jobs.cancel(callOf(tenant), id);
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

test('returns to the queue when its service stops, and resumes at its last checkpoint', async () => {
  const tenant = randomUUID();
  const { id } = await add(tenant);
  const { db } = bench.database;
  const handler: JobHandler<ResourceDefinition> = async (run) => {
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

test('fails after its process died three times', async () => {
  const { id } = await add(randomUUID());
  const ledger = new JobLedger(bench.database.db, { staleMs: 0, kinds: BULK });
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await ledger.claim()).toMatchObject({ id, attempts: attempt });
    await quietly(5);
  }
  start(() => Promise.reject(new Error('is not to be run')), { staleMs: 1 });
  expect(await reaches(id, 'FAILED')).toMatchObject({ problem: { code: 'job.interrupted' }, attempts: 3 });
});

test('a run that lost its claim to another process can write nothing', async () => {
  const { id } = await add(randomUUID());
  const ledger = new JobLedger(bench.database.db, { staleMs: 0, kinds: BULK });
  const before = await ledger.claim();
  await quietly(5);
  const after = await ledger.claim();
  expect([before?.id, after?.id]).toEqual([id, id]);
  const outcome = { value: null, file: null };
  expect([
    await ledger.heartbeat(before!),
    await ledger.progress(before!, 5, null),
    await ledger.finish(before!, outcome),
    await ledger.release(before!, true),
    await ledger.fail(before!, new Problem('internal')),
  ]).toEqual([false, false, false, false, false]);
  expect([await ledger.heartbeat(after!), await ledger.finish(after!, outcome)]).toEqual([true, true]);
});

test('fails when it starts more than an hour after it was enqueued, because its rights are out of date', async () => {
  const { id } = await add(randomUUID());
  await bench.database.asSuperuser(
    `UPDATE kit.job SET created_at = now() - interval '61 minutes' WHERE id = '${id}'`,
  );
  let ran = false;
  start(async () => {
    ran = true;
    return { value: null, file: null };
  });
  expect(await reaches(id, 'FAILED')).toMatchObject({ problem: { code: 'job.too-old' } });
  expect(ran).toBe(false);
});

test('returns a problem in the language of the reader, hides the text of a bug, and retries a transient error', async () => {
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
  const problemOf = async (job: JobView, language: 'fr' | 'en') => {
    const [{ tenant_id: tenantId }] = (await bench.database.asSuperuser<{ tenant_id: string }>(
      `SELECT tenant_id FROM kit.job WHERE id = '${job.id}'`,
    )) as [{ tenant_id: string }];
    return (await bench.server.pipeline.jobs.read({ ...callOf(tenantId), language }, job.id)).problem;
  };
  expect(await problemOf(refused!, 'fr')).toMatchObject({
    code: 'import.too-many-rows',
    status: 422,
    detail: 'Le fichier dépasse 5 lignes.',
  });
  expect(await problemOf(refused!, 'en')).toMatchObject({ detail: 'The file has more than 5 rows.' });
  expect(JSON.stringify(await problemOf(broken!, 'en'))).not.toContain('secret');
});

test('writes its progress at most twice a second', async () => {
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

test('fails when its resource no longer exists, and keeps waiting when this process has no handler for its kind', async () => {
  const orphanedJob = await add(randomUUID());
  await bench.database.asSuperuser(`UPDATE kit.job SET resource = 'sample.gone'`);
  const unknown = await bench.server.pipeline.jobs.enqueue(callOf(randomUUID()), 'export', {});
  start(async () => ({ value: null, file: null }));
  expect(await reaches(orphanedJob.id, 'FAILED')).toMatchObject({ problem: { code: 'internal' } });
  expect((await row(unknown.id)).state).toBe('WAITING');
});

test('is deleted with its file after seven days', async () => {
  const [old, recent] = await Promise.all([add(randomUUID()), add(randomUUID())]);
  const chunk = (id: string) =>
    bench.database.asSuperuser(
      `INSERT INTO kit.job_chunk SELECT tenant_id, id, 'output', 0, 'x' FROM kit.job WHERE id = '${id}'`,
    );
  await chunk(old.id);
  await chunk(recent.id);
  await bench.database.asSuperuser(`UPDATE kit.job SET state = 'DONE', finished_at = now()`);
  await bench.database.asSuperuser(
    `UPDATE kit.job SET created_at = now() - interval '8 days' WHERE id = '${old.id}'`,
  );
  expect(await purge(bench.database.db, [JOB_RETENTION])).toEqual({ jobs: 1 });
  expect((await rows()).map(({ id }) => id)).toEqual([recent.id]);
  expect(await bench.database.asSuperuser('SELECT job_id FROM kit.job_chunk')).toEqual([
    { job_id: recent.id },
  ]);
});

test('is deleted in several batches, but never while it runs', async () => {
  const insert = (state: string, hours: number, count: number) =>
    bench.database.asSuperuser(
      `INSERT INTO kit.job (id, tenant_id, resource, kind, state, input, actor, owner_id, created_at)
       SELECT gen_random_uuid(), $1, 'x', 'export', $2, '{}', '{}', 'x', now() - make_interval(hours => $3)
       FROM generate_series(1, $4::int)`,
      [randomUUID(), state, hours, count],
    );
  const week = 7 * 24;
  await insert('DONE', week + 1, 120);
  await insert('DONE', week - 1, 2);
  await insert('RUNNING', week + 1, 1);
  expect(await purge(bench.database.db, [JOB_RETENTION])).toEqual({ jobs: 120 });
  expect((await rows()).map(({ state }) => state).sort()).toEqual(['DONE', 'DONE', 'RUNNING']);
});

describe('over HTTP', () => {
  const get = (path: string) => bench.json<JobView & { items: JobView[]; code: string }>('GET', path);
  const someone = (userId: string, rights: string[]) => {
    bench.caller = { ...bench.caller, userId, rights };
  };
  const read = ['sample.shelf.read'];

  test('is visible to its owner and to users with the right to do the same, and to nobody else', async () => {
    const { tenantId } = bench.caller;
    const made = await bench.server.pipeline.jobs.enqueue(callOf(tenantId, 'anne'), 'export', {
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

  test('returns 429 to a user who has 20 unfinished jobs', async () => {
    const { tenantId } = bench.caller;
    for (let count = 0; count < 20; count++) await add(tenantId, {}, 'anne');
    await expect(add(tenantId, {}, 'anne')).rejects.toMatchObject({ code: 'request.too-many', status: 429 });
    await add(tenantId, {}, 'paul');
  });
});

it("the platform scope can neither read nor change a job's input and actor", async () => {
  await add(bench.caller.tenantId, { ids: ['canary'] });
  const platform = (statement: string) =>
    bench.database.db.inPlatform('test', ({ sql }) => sql.query(statement));
  expect((await platform('SELECT id, tenant_id, state FROM kit.job')).rows).toHaveLength(1);
  for (const statement of [
    'SELECT input FROM kit.job',
    'SELECT actor FROM kit.job',
    'SELECT result FROM kit.job',
    'SELECT * FROM kit.job',
    `UPDATE kit.job SET actor = '{}'`,
    `UPDATE kit.job SET input = '{}'`,
    `UPDATE kit.job SET tenant_id = gen_random_uuid()`,
  ])
    await expect(platform(statement)).rejects.toThrow('permission denied');
});
