import { randomUUID } from 'node:crypto';
import { sampleKernel, type CreatedRecord, type SampleKernel } from '@coulisse/sample/sample-kernel';
import { countStatements } from '@coulisse/sample/statement-counter';

jest.setTimeout(60_000);

let kernel: SampleKernel;
let shelf: CreatedRecord;
const gadget = (name: string, overrides = {}) =>
  kernel.create('gadgets', { name, price: '1', kind: 'TOY', ...overrides });
beforeAll(async () => {
  kernel = await sampleKernel();
  shelf = await kernel.create('shelves', { name: 'Centrale' });
});
afterAll(() => kernel.close());

test('a record that others refer to is not deleted: count, field, and some labels of the references (R-139)', async () => {
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

test('a list of references prevents a deletion as a reference does', async () => {
  const { id } = await kernel.create('shelves', { name: 'Listée' });
  const holder = await gadget('Liste', { otherShelves: [id] });
  expect((await kernel.send('DELETE', `shelves/${id}`)).status).toBe(409);
  await kernel.send('PATCH', `gadgets/${holder.id}`, { otherShelves: [] }, { 'if-match': '"1"' });
  expect((await kernel.send('DELETE', `shelves/${id}`)).status).toBe(204);
});

test('reports references to a variant and to its base once', async () => {
  const toy = await kernel.create('toys', { name: 'Toupie', price: '1' });
  const check = await kernel.create('checks', { gadget: toy.id, day: '2026-03-01' });
  for (const path of ['toys', 'gadgets'])
    expect((await kernel.send('DELETE', `${path}/${toy.id}`)).body).toMatchObject({
      links: [{ resource: 'sample.check', field: 'gadget', count: 1, sample: [{ id: check.id }] }],
    });
});

test('a caller who may not read the referring records is told only that they exist', async () => {
  const { tenantId } = kernel.caller;
  const rights = ['sample.shelf.read', 'sample.shelf.delete'];
  const answer = await kernel.send('DELETE', `shelves/${shelf.id}`, undefined, {}, { tenantId, rights });
  expect(answer).toMatchObject({
    status: 409,
    body: { links: [{ resource: null, label: 'Other data', field: null, count: null, sample: [] }] },
  });
  expect(JSON.stringify(answer.body)).not.toContain('gadget');
});

test('reports rows of undeclared tables as other data', async () => {
  const { id } = await kernel.create('shelves', { name: 'Vue' });
  await kernel.database.asSuperuser(
    `CREATE TABLE pile (tenant_id uuid, shelf_id uuid, FOREIGN KEY (tenant_id, shelf_id) REFERENCES shelf (tenant_id, id));
     INSERT INTO pile VALUES ('${kernel.caller.tenantId}', '${id}')`,
  );
  const answer = await kernel.send('DELETE', `shelves/${id}`);
  await kernel.database.asSuperuser('DROP TABLE pile');
  expect(answer).toMatchObject({ status: 409, body: { links: [{ resource: null, label: 'Other data' }] } });
});

test('ignores records of another tenant', async () => {
  const { id } = await kernel.create('shelves', { name: 'Seule' });
  const other = { tenantId: randomUUID(), rights: ['*'] };
  const body = { name: 'Étranger', price: '1', kind: 'TOY', otherShelves: [id] };
  expect((await kernel.send('POST', 'gadgets', body, {}, other)).status).toBe(422);
  const mine = (await kernel.send('POST', 'gadgets', { ...body, otherShelves: [] }, {}, other))
    .body as CreatedRecord;
  await kernel.database.asSuperuser(
    `UPDATE gadget SET other_shelves = ARRAY['${id}']::uuid[] WHERE id = '${mine.id}'`,
  );
  expect((await kernel.send('DELETE', `shelves/${id}`)).status).toBe(204);
});

test('references are read only after a refused deletion, with one statement for each resource', async () => {
  const free = await kernel.create('shelves', { name: 'Libre' });
  const deleted = await countStatements(() => kernel.send('DELETE', `shelves/${free.id}`));
  expect(deleted.statements).toHaveLength(3);
  const refused = await countStatements(() => kernel.send('DELETE', `shelves/${shelf.id}`));
  // One for the two references of gadgets, and one for bills.
  expect(refused.statements.filter((text) => text.includes('count(*)'))).toHaveLength(2);
});
