import { randomUUID } from 'node:crypto';
import { errors, sampleKernel, type CreatedRecord, type SampleKernel } from '@coulisse/sample/sample-kernel';
import { countStatements } from '@coulisse/sample/statement-counter';

jest.setTimeout(60_000);

let kernel: SampleKernel;
const made: CreatedRecord[] = [];
const names = async () => {
  const { items } = (await kernel.send('GET', 'shelves?sort=position&archived=all')).body as {
    items: CreatedRecord[];
  };
  return items.map(({ name }) => name).join('');
};
const order = (id: string, before: string | null) => kernel.send('POST', 'shelves/_order', { id, before });
const idOf = (name: string) => made.find((shelf) => shelf.name === name)!.id;
beforeAll(async () => {
  kernel = await sampleKernel();
  for (const name of ['A', 'B', 'C', 'D', 'E']) made.push(await kernel.create('shelves', { name }));
});
afterAll(() => kernel.close());

test('new records are last; a record is moved before another one, or to the end', async () => {
  expect(made.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  const moved = await order(idOf('D'), idOf('B'));
  expect(moved).toMatchObject({
    status: 200,
    headers: { etag: '"2"' },
    body: { name: 'D', position: 2, version: 2 },
  });
  expect(await names()).toBe('ADBCE');
  await order(idOf('A'), null);
  expect(await names()).toBe('DBCEA');
  await order(idOf('E'), idOf('D'));
  expect(await names()).toBe('EDBCA');
  // A record that is only renumbered gets no new version.
  expect(await kernel.read(`shelves/${idOf('B')}`)).toMatchObject({ version: 1 });
  expect(
    (await kernel.history(`shelves/${idOf('D')}`)).map(({ action, changes }) => [action, changes.position]),
  ).toEqual([
    ['order', [4, 2]],
    ['create', [null, 4]],
  ]);
  expect((await order(idOf('E'), idOf('D'))).headers.etag).toBe('"2"');
});

test('records without positions are in the order of creation', async () => {
  await kernel.database.asSuperuser(
    `UPDATE shelf SET position = 0 WHERE tenant_id = '${kernel.caller.tenantId}'`,
  );
  await order(idOf('E'), idOf('A'));
  expect(await names()).toBe('EABCD');
});

test('concurrent moves leave positions without gaps or duplicates', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      order(made[n % 5]!.id, n % 3 === 0 ? null : made[(n * 3 + 1) % 5]!.id),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
  const { items } = (await kernel.send('GET', 'shelves?sort=position&columns=name,position')).body as {
    items: CreatedRecord[];
  };
  expect(items.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
});

test('uses the same number of statements for few records as for many', async () => {
  const few = await countStatements(() => order(idOf('A'), null));
  for (let n = 0; n < 20; n++) await kernel.create('shelves', { name: `Z${n}` });
  const many = await countStatements(() => order(idOf('A'), null));
  expect(many.statements.length).toBe(few.statements.length);
});

test('refuses unknown records, other tenants and callers without the right', async () => {
  const [a] = made;
  expect(errors(await order(a!.id, randomUUID()))).toEqual(['/before validation.choice']);
  expect(errors(await order(a!.id, a!.id))).toEqual(['/before validation.choice']);
  expect((await order(randomUUID(), a!.id)).status).toBe(404);
  expect((await kernel.send('POST', 'gadgets/_order', { id: a!.id, before: null })).status).toBe(405);
  const stranger = { tenantId: randomUUID(), rights: ['*'] };
  expect(
    (await kernel.send('POST', 'shelves/_order', { id: a!.id, before: null }, {}, stranger)).status,
  ).toBe(404);
  const reader = { ...kernel.caller, rights: ['sample.shelf.read'] };
  expect((await kernel.send('POST', 'shelves/_order', { id: a!.id, before: null }, {}, reader)).status).toBe(
    403,
  );
});
