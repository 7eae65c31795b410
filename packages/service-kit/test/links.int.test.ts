import { randomUUID } from 'node:crypto';
import { sampleKernel, type Made, type SampleKernel } from './support/sample-kernel';
import { asked } from './support/statement-counter';

jest.setTimeout(60_000);

let kernel: SampleKernel;
let shelf: Made;
const gadget = (name: string, more = {}) =>
  kernel.make('gadgets', { name, price: '1', kind: 'TOY', ...more });
beforeAll(async () => {
  kernel = await sampleKernel();
  shelf = await kernel.make('shelves', { name: 'Centrale' });
});
afterAll(() => kernel.close());

test('what links to a record is said: how many, in which field, and some of them by name', async () => {
  for (const name of ['Delta', 'Alpha', 'Charlie', 'Bravo']) await gadget(name, { shelf: shelf.id });
  const listed = await gadget('Zoulou', { otherShelves: [shelf.id] });
  const answer = await kernel.send('DELETE', `shelves/${shelf.id}`, undefined, { 'accept-language': 'fr' });
  expect(answer).toMatchObject({ status: 409, body: { code: 'foreign-key.linked-data' } });
  const { links } = answer.body as { links: Record<string, unknown>[] };
  expect(links).toEqual([
    {
      resource: 'sample.gadget',
      label: 'sample.gadget.plural (fr)',
      field: 'shelf',
      count: 4,
      sample: ['Alpha', 'Bravo', 'Charlie'].map((label) => ({ id: expect.any(String) as string, label })),
    },
    {
      resource: 'sample.gadget',
      label: 'sample.gadget.plural (fr)',
      field: 'otherShelves',
      count: 1,
      sample: [{ id: listed.id, label: 'Zoulou' }],
    },
  ]);
  expect(await kernel.read(`shelves/${shelf.id}`)).toMatchObject({ version: 1 });
});

test('a list of references holds a record as a reference does', async () => {
  const { id } = await kernel.make('shelves', { name: 'Listée' });
  const holder = await gadget('Liste', { otherShelves: [id] });
  expect((await kernel.send('DELETE', `shelves/${id}`)).status).toBe(409);
  await kernel.send('PATCH', `gadgets/${holder.id}`, { otherShelves: [] }, { 'if-match': '"1"' });
  expect((await kernel.send('DELETE', `shelves/${id}`)).status).toBe(204);
});

test('a variant is looked at once, by the references to it and to its base', async () => {
  const toy = await kernel.make('toys', { name: 'Toupie', price: '1' });
  const check = await kernel.make('checks', { gadget: toy.id, day: '2026-03-01' });
  for (const path of ['toys', 'gadgets'])
    expect((await kernel.send('DELETE', `${path}/${toy.id}`)).body).toMatchObject({
      links: [{ resource: 'sample.check', field: 'gadget', count: 1, sample: [{ id: check.id }] }],
    });
});

test('who may not read what links learns that something does, and nothing else', async () => {
  const { tenantId } = kernel.caller;
  const rights = ['sample.shelf.read', 'sample.shelf.delete'];
  const answer = await kernel.send('DELETE', `shelves/${shelf.id}`, undefined, {}, { tenantId, rights });
  expect(answer).toMatchObject({
    status: 409,
    body: { links: [{ resource: null, label: 'Other data', field: null, count: null, sample: [] }] },
  });
  expect(JSON.stringify(answer.body)).not.toContain('gadget');
});

test('rows that no resource declares are other data', async () => {
  const { id } = await kernel.make('shelves', { name: 'Vue' });
  await kernel.database.asSuperuser(
    `CREATE TABLE pile (tenant_id uuid, shelf_id uuid, FOREIGN KEY (tenant_id, shelf_id) REFERENCES shelf (tenant_id, id));
     INSERT INTO pile VALUES ('${kernel.caller.tenantId}', '${id}')`,
  );
  const answer = await kernel.send('DELETE', `shelves/${id}`);
  await kernel.database.asSuperuser('DROP TABLE pile');
  expect(answer).toMatchObject({ status: 409, body: { links: [{ resource: null, label: 'Other data' }] } });
});

test('records of another tenant never link', async () => {
  const { id } = await kernel.make('shelves', { name: 'Seule' });
  const other = { tenantId: randomUUID(), rights: ['*'] };
  const body = { name: 'Étranger', price: '1', kind: 'TOY', otherShelves: [id] };
  expect((await kernel.send('POST', 'gadgets', body, {}, other)).status).toBe(422);
  const mine = (await kernel.send('POST', 'gadgets', { ...body, otherShelves: [] }, {}, other)).body as Made;
  await kernel.database.asSuperuser(
    `UPDATE gadget SET other_shelves = ARRAY['${id}']::uuid[] WHERE id = '${mine.id}'`,
  );
  expect((await kernel.send('DELETE', `shelves/${id}`)).status).toBe(204);
});

test('nothing is looked for unless the deletion was refused, and then once for each resource', async () => {
  const free = await kernel.make('shelves', { name: 'Libre' });
  const deleted = await asked(() => kernel.send('DELETE', `shelves/${free.id}`));
  expect(deleted.statements).toHaveLength(3);
  const refused = await asked(() => kernel.send('DELETE', `shelves/${shelf.id}`));
  // The gadgets point in two ways, by one statement.
  expect(refused.statements.filter((text) => text.includes('count(*)'))).toHaveLength(1);
});
