import { randomUUID } from 'node:crypto';
import type { Answer, Caller } from '@coulisse/test-kit/describe-resource';
import type { BulkSummary } from '../src/bulk/run-bulk';
import { runnerOf } from '../src/jobs/resource-jobs';
import type { JobView } from '@coulisse/job-runner';
import { errors, sampleKernel, type SampleKernel } from '@coulisse/sample/sample-kernel';

jest.setTimeout(60_000);

let kernel: SampleKernel;
beforeAll(async () => {
  kernel = await sampleKernel();
});
afterAll(() => kernel.close());

const bulk = (path: string, body: unknown, headers?: Record<string, string>, as?: Caller): Promise<Answer> =>
  kernel.send('POST', `${path}/_bulk`, body, headers, as);
const rows = (answer: Answer) =>
  (answer.body as BulkSummary).results.map(({ id, ok, problem }) => [id, ok, problem?.code]);
const shelves = (count: number, name: string) =>
  Promise.all(Array.from({ length: count }, (_, n) => kernel.create('shelves', { name: `${name} ${n}` })));
const ids = (made: readonly { id: string }[]) => made.map(({ id }) => id);

test('returns a result for each record: a failure does not stop the others (R-138)', async () => {
  const [a, b, c] = ids(await shelves(3, 'Lot'));
  const lost = randomUUID();
  const held = await kernel.create('gadgets', { name: 'Pince', price: '1', kind: 'TOOL', shelf: b });
  const answer = await bulk('shelves', { action: 'delete', ids: [a, b, lost, c, a] });
  expect(answer.status).toBe(200);
  expect(rows(answer)).toEqual([
    [a, true, undefined],
    [b, false, 'foreign-key.linked-data'],
    [lost, false, 'http.404'],
    [c, true, undefined],
  ]);
  expect(answer.body).toMatchObject({ done: 2, failed: 2 });
  expect((answer.body as BulkSummary).results[1]!.problem).toMatchObject({
    status: 409,
    instance: `/b/api/sample/shelves/${b}`,
    detail: 'Operation impossible: linked data exists.',
    links: [{ field: 'shelf', count: 1, sample: [{ id: held.id }] }],
  });
});

test('updates many records, regardless of their versions', async () => {
  const made = await shelves(2, 'Rang');
  await kernel.send('PATCH', `shelves/${made[0]!.id}`, { rank: 1 }, { 'if-match': '"1"' });
  const answer = await bulk('shelves', { action: 'update', ids: ids(made), values: { rank: 7 } });
  expect(answer.body).toMatchObject({ done: 2, failed: 0 });
  const read = await Promise.all(made.map(({ id }) => kernel.read(`shelves/${id}`)));
  expect(read.map(({ rank, version }) => [rank, version])).toEqual([
    [7, 3],
    [7, 2],
  ]);
  const wrong = await bulk('shelves', { action: 'update', ids: ids(made), values: { rank: 100, nme: 'x' } });
  expect(
    (wrong.body as BulkSummary).results.map(({ problem }) => problem?.errors.map(({ pointer }) => pointer)),
  ).toEqual([
    ['/rank', '/nme'],
    ['/rank', '/nme'],
  ]);
});

test('archives, restores, and runs transitions with a comment (R-040)', async () => {
  const made = ids(await shelves(2, 'Rangée'));
  expect((await bulk('shelves', { action: 'archive', ids: made })).body).toMatchObject({ done: 2 });
  expect(await kernel.read(`shelves/${made[0]}`)).toMatchObject({ isArchived: true });
  expect((await bulk('shelves', { action: 'restore', ids: made })).body).toMatchObject({ done: 2 });

  const draft = await kernel.create('bills', { title: 'Brouillon', items: [] });
  const posted = await kernel.create('bills', { title: 'Émise', items: [] });
  await kernel.send('POST', `bills/${posted.id}/transitions/post`);
  const answer = await bulk('bills', {
    action: 'transition',
    transition: 'post',
    ids: [draft.id, posted.id],
    comment: 'clôture',
  });
  expect(rows(answer)).toEqual([
    [draft.id, true, undefined],
    [posted.id, false, 'transition.impossible'],
  ]);
  expect((await kernel.history(`bills/${draft.id}`))[0]!.changes).toMatchObject({
    comment: [null, 'clôture'],
  });
});

test('validates the order itself before it changes any record', async () => {
  const [id] = ids(await shelves(1, 'Intacte'));
  const wrong = async (path: string, body: unknown) => errors(await bulk(path, body)).join();
  expect(await wrong('shelves', { action: 'explode', ids: [id] })).toBe('/action validation.choice');
  expect(await wrong('shelves', { action: 'transition', ids: [id] })).toBe('/action validation.choice');
  expect(await wrong('shelves', { action: 'delete' })).toBe('/ids validation.not-blank');
  expect(await wrong('shelves', { action: 'delete', ids: [id], query: {} })).toBe('/query validation.choice');
  expect(await wrong('shelves', { action: 'delete', ids: ['x'] })).toBe('/ids/0 validation.format');
  expect(await wrong('shelves', { action: 'update', ids: [id] })).toBe('/values validation.not-blank');
  for (const transition of ['nonsense', 'pay', 'back_to_draft', 'constructor'])
    expect(await wrong('bills', { action: 'transition', ids: [id], transition })).toBe(
      '/transition validation.choice',
    );
  const many = Array.from({ length: 201 }, () => randomUUID());
  expect(await wrong('shelves', { action: 'delete', ids: many })).toBe('/ids validation.choice-count');
});

test('requires the right of each action', async () => {
  const [id] = ids(await shelves(1, 'Gardée'));
  const { tenantId } = kernel.caller;
  const clerk = { tenantId, rights: ['sample.shelf.read', 'sample.shelf.update'] };
  expect((await bulk('shelves', { action: 'delete', ids: [id] }, {}, clerk)).status).toBe(403);
  expect((await bulk('shelves', { action: 'archive', ids: [id] }, {}, clerk)).status).toBe(200);
  const stranger = { tenantId: randomUUID(), rights: ['*'] };
  expect(rows(await bulk('shelves', { action: 'delete', ids: [id] }, {}, stranger))).toEqual([
    [id, false, 'http.404'],
  ]);
});

test('runs in one transaction with an idempotency key, and rolls back only the failed records', async () => {
  const [a, b] = ids(await shelves(2, 'Clé'));
  await kernel.create('gadgets', { name: 'Clou', price: '1', kind: 'TOOL', shelf: b });
  const headers = { 'idempotency-key': randomUUID() };
  const first = await bulk('shelves', { action: 'delete', ids: [a, b] }, headers);
  expect(rows(first)).toEqual([
    [a, true, undefined],
    [b, false, 'foreign-key.linked-data'],
  ]);
  const again = await bulk('shelves', { action: 'delete', ids: [a, b] }, headers);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect((await kernel.send('GET', `shelves/${a}`)).status).toBe(404);
});

describe('all records of a list', () => {
  const ended = async (path: string, id: string): Promise<JobView> => {
    for (let tries = 0; tries < 200; tries++) {
      const job = (await kernel.send('GET', `${path}/_jobs/${id}`)).body as JobView;
      if (job.state !== 'WAITING' && job.state !== 'RUNNING') return job;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the job does not end');
  };

  test('are processed by a job: those that the list contained at the time of the request', async () => {
    const made = await shelves(12, 'Travée');
    const [first] = made;
    await kernel.create('gadgets', { name: 'Vérin', price: '1', kind: 'TOOL', shelf: first!.id });
    const query = { q: 'travée', sort: '-name', size: '5' };
    const answer = await bulk('shelves', { action: 'delete', query });
    expect(answer).toMatchObject({
      status: 202,
      body: { job: { kind: 'bulk', state: 'WAITING', total: 12, done: 0 } },
    });
    await kernel.create('shelves', { name: 'Travée nouvelle' });

    const runner = runnerOf(kernel.server.pipeline, []);
    runner.start();
    const job = await ended('shelves', (answer.body as { job: JobView }).job.id);
    await runner.stop();
    expect(job).toMatchObject({ state: 'DONE', done: 12, total: 12, file: null });
    expect(job.result).toEqual({
      done: 11,
      failed: 1,
      errors: [
        {
          id: first!.id,
          ok: false,
          problem: expect.objectContaining({ code: 'foreign-key.linked-data', status: 409 }) as unknown,
          label: 'Travée 0',
        },
      ],
    });
    const left = (await kernel.send('GET', 'shelves?q=travée&sort=name')).body as {
      items: { name: string }[];
    };
    expect(left.items.map(({ name }) => name)).toEqual(['Travée 0', 'Travée nouvelle']);
  });

  test('are resumed after a crash', async () => {
    const made = await shelves(4, 'Reprise');
    const query = { q: 'reprise', sort: 'name' };
    const answer = await bulk('shelves', { action: 'update', values: { rank: 5 }, query });
    const { id } = (answer.body as { job: JobView }).job;
    // The state that a process leaves if it dies after the second record.
    await kernel.database.asSuperuser(
      `UPDATE kit.job SET state = 'RUNNING', attempts = 1, done = 2, started_at = now() - interval '1 hour',
         heartbeat_at = now() - interval '1 hour', result = '{"value":{"done":2,"failed":0,"errors":[]},"file":null}'
       WHERE id = '${id}'`,
    );
    const runner = runnerOf(kernel.server.pipeline, []);
    runner.start();
    expect(await ended('shelves', id)).toMatchObject({ done: 4, result: { done: 4, failed: 0 } });
    await runner.stop();
    const ranks = await Promise.all(
      made.map(async (shelf) => (await kernel.read(`shelves/${shelf.id}`)).rank),
    );
    expect(ranks).toEqual([0, 0, 5, 5]);
  });

  test('are refused for unknown filters, and for a caller without the right', async () => {
    expect(errors(await bulk('shelves', { action: 'delete', query: { 'f.nme.eq': 'x' } }))).toEqual([
      '/f.nme.eq validation.extra-fields',
    ]);
    const reader = { ...kernel.caller, rights: ['sample.shelf.read'] };
    expect((await bulk('shelves', { action: 'delete', query: {} }, {}, reader)).status).toBe(403);
    // Secrets are refused, because a job stores its order unencrypted.
    for (const values of [{ lockCode: '1' }, { parts: [] }])
      expect(errors(await bulk('gadgets', { action: 'update', query: {}, values }))).toEqual([
        `/values/${Object.keys(values).join()} validation.choice`,
      ]);
  });
});
