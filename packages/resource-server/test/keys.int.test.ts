import { randomUUID } from 'node:crypto';
import { sampleKernel, type CreatedRecord, type SampleKernel } from '@coulisse/sample/sample-kernel';

jest.setTimeout(60_000);

let kernel: SampleKernel;
beforeAll(async () => {
  kernel = await sampleKernel();
});
afterAll(() => kernel.close());

const shelf = () => kernel.create('shelves', { name: randomUUID() });
const bill = () => kernel.create('bills', { title: randomUUID(), items: [] });
type Endpoint = [
  name: string,
  method: string,
  path: (record: CreatedRecord) => string,
  body: unknown,
  make: () => Promise<CreatedRecord>,
  status: number,
];

/** Every endpoint that writes, each with a valid body. */
const endpoints: Endpoint[] = [
  ['a creation', 'POST', () => 'shelves', { name: 'Unique' }, shelf, 201],
  ['a copy', 'POST', ({ id }) => `shelves/${id}/duplicate`, {}, shelf, 201],
  ['a change', 'PATCH', ({ id }) => `shelves/${id}`, { rank: 9 }, shelf, 200],
  ['a deletion', 'DELETE', ({ id }) => `shelves/${id}`, undefined, shelf, 204],
  ['archiving', 'POST', ({ id }) => `shelves/${id}/archive`, undefined, shelf, 200],
  ['a transition', 'POST', ({ id }) => `bills/${id}/transitions/post`, { comment: 'une fois' }, bill, 200],
  ['a comment', 'POST', ({ id }) => `shelves/${id}/comments`, { text: 'une fois' }, shelf, 204],
];

test.each(endpoints)(
  '%s with an idempotency key runs once, and replays its response',
  async (_name, method, path, body, make, status) => {
    const record = await make();
    const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' };
    const send = () => kernel.send(method, path(record), body, headers);
    const both = await Promise.all([send(), send()]);
    const first = both.find((answer) => answer.status === status)!;
    expect(first).toBeDefined();
    // The other one gets the same response, or 409 while the first one runs.
    for (const answer of both) expect([status, 409]).toContain(answer.status);
    const again = await send();
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect(again.headers.etag).toBe(first.headers.etag);
    const subject = (first.body as CreatedRecord | undefined)?.id ?? record.id;
    const actions = await kernel.database.asSuperuser(
      `SELECT action FROM kit.history WHERE entity_id = '${subject}' AND action <> 'create'`,
    );
    expect(actions.length).toBeLessThanOrEqual(1);
    // The key of one request is refused for another one.
    const elsewhere = path(await make());
    const differing = elsewhere === path(record) ? { name: 'Autre' } : body;
    const other = await kernel.send(method, elsewhere, differing, headers);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency.mismatch' } });
  },
);

test('a refusal is not stored for replay: the same request can succeed later', async () => {
  const { id } = await shelf();
  const headers = { 'idempotency-key': randomUUID() };
  const held = await kernel.create('gadgets', { name: 'Cale', price: '1', kind: 'TOOL', shelf: id });
  const refused = await kernel.send('DELETE', `shelves/${id}`, undefined, headers);
  expect(refused).toMatchObject({ status: 409, body: { links: [{ count: 1, sample: [{ id: held.id }] }] } });
  await kernel.send('DELETE', `gadgets/${held.id}`);
  expect((await kernel.send('DELETE', `shelves/${id}`, undefined, headers)).status).toBe(204);
});
