import { randomUUID } from 'node:crypto';
import { sampleKernel, type Made, type SampleKernel } from './support/sample-kernel';

jest.setTimeout(60_000);

let kernel: SampleKernel;
beforeAll(async () => {
  kernel = await sampleKernel();
});
afterAll(() => kernel.close());

const shelf = () => kernel.make('shelves', { name: randomUUID() });
const bill = () => kernel.make('bills', { title: randomUUID(), items: [] });
type Door = [
  name: string,
  method: string,
  path: (record: Made) => string,
  body: unknown,
  make: () => Promise<Made>,
];

/** Every door that changes something, each with a body that it takes. */
const doors: Door[] = [
  ['a creation', 'POST', () => 'shelves', { name: 'Unique' }, shelf],
  ['a copy', 'POST', ({ id }) => `shelves/${id}/duplicate`, {}, shelf],
  ['a change', 'PATCH', ({ id }) => `shelves/${id}`, { rank: 9 }, shelf],
  ['a deletion', 'DELETE', ({ id }) => `shelves/${id}`, undefined, shelf],
  ['putting away', 'POST', ({ id }) => `shelves/${id}/archive`, undefined, shelf],
  ['a transition', 'POST', ({ id }) => `bills/${id}/transitions/post`, { comment: 'une fois' }, bill],
  ['a comment', 'POST', ({ id }) => `shelves/${id}/comments`, { text: 'une fois' }, shelf],
];

test.each(doors)(
  '%s with a key is done once, and answered alike ever after',
  async (_name, method, path, body, make) => {
    const record = await make();
    const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' };
    const send = () => kernel.send(method, path(record), body, headers);
    const both = await Promise.all([send(), send()]);
    const first = both.find(({ status }) => status < 300)!;
    expect([200, 201, 204]).toContain(first.status);
    // The other one was answered the same, or told to wait.
    for (const answer of both) expect([first.status, 409]).toContain(answer.status);
    const again = await send();
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect(again.headers.etag).toBe(first.headers.etag);
    const subject = (first.body as Made | undefined)?.id ?? record.id;
    const actions = await kernel.database.asSuperuser(
      `SELECT action FROM history WHERE entity_id = '${subject}' AND action <> 'create'`,
    );
    expect(actions.length).toBeLessThanOrEqual(1);
    // The key of one request says nothing of another one.
    const elsewhere = path(await make());
    const differing = elsewhere === path(record) ? { name: 'Autre' } : body;
    const other = await kernel.send(method, elsewhere, differing, headers);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency.mismatch' } });
  },
);

test('a refusal is not kept: what was put right can be sent again', async () => {
  const { id } = await shelf();
  const headers = { 'idempotency-key': randomUUID() };
  const held = await kernel.make('gadgets', { name: 'Cale', price: '1', kind: 'TOOL', shelf: id });
  const refused = await kernel.send('DELETE', `shelves/${id}`, undefined, headers);
  expect(refused).toMatchObject({ status: 409, body: { links: [{ count: 1, sample: [{ id: held.id }] }] } });
  await kernel.send('DELETE', `gadgets/${held.id}`);
  expect((await kernel.send('DELETE', `shelves/${id}`, undefined, headers)).status).toBe(204);
});
