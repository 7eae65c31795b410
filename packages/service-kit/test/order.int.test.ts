import { randomUUID } from 'node:crypto';
import { errors, sampleKernel, type Made, type SampleKernel } from './support/sample-kernel';
import { asked } from './support/statement-counter';

jest.setTimeout(60_000);

let kernel: SampleKernel;
const made: Made[] = [];
const names = async () => {
  const { items } = (await kernel.send('GET', 'shelves?sort=position&archived=all')).body as {
    items: Made[];
  };
  return items.map(({ name }) => name).join('');
};
const order = (id: string, before: string | null) => kernel.send('POST', 'shelves/_order', { id, before });
const idOf = (name: string) => made.find((one) => one.name === name)!.id;
beforeAll(async () => {
  kernel = await sampleKernel();
  for (const name of ['A', 'B', 'C', 'D', 'E']) made.push(await kernel.make('shelves', { name }));
});
afterAll(() => kernel.close());

test('new records come last; one is moved before another, or to the end', async () => {
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
  // Who stands where nothing changed was not changed either.
  expect(await kernel.read(`shelves/${idOf('B')}`)).toMatchObject({ version: 1 });
  expect(
    (await kernel.history(`shelves/${idOf('D')}`)).map(({ action, changes }) => [action, changes.position]),
  ).toEqual([
    ['order', [4, 2]],
    ['create', [null, 4]],
  ]);
  expect((await order(idOf('E'), idOf('D'))).headers.etag).toBe('"2"');
});

test('records that were never put in order begin as they were made', async () => {
  await kernel.database.asSuperuser(
    `UPDATE shelf SET position = 0 WHERE tenant_id = '${kernel.caller.tenantId}'`,
  );
  await order(idOf('E'), idOf('A'));
  expect(await names()).toBe('EABCD');
});

test('any number of people at once leave one order, without a gap or a twin', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      order(made[n % 5]!.id, n % 3 === 0 ? null : made[(n * 3 + 1) % 5]!.id),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
  const { items } = (await kernel.send('GET', 'shelves?sort=position&columns=name,position')).body as {
    items: Made[];
  };
  expect(items.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
});

test('asks as much of few records as of many', async () => {
  const few = await asked(() => order(idOf('A'), null));
  for (let n = 0; n < 20; n++) await kernel.make('shelves', { name: `Z${n}` });
  const many = await asked(() => order(idOf('A'), null));
  expect(many.statements.length).toBe(few.statements.length);
});

test('knows whom it moves, and before whom', async () => {
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
