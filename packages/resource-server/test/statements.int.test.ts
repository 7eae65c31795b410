import { sampleKernel, type CreatedRecord, type SampleKernel } from '@coulisse/sample/sample-kernel';
import { countStatements } from '@coulisse/sample/statement-counter';

jest.setTimeout(60_000);

/**
 * Database use of each operation: statements without transaction control, and round trips including it. More of either
 * makes every request slower; the number of records or children has no influence.
 */
const FIGURES = {
  list: { statements: 2, messages: 1 },
  read: { statements: 1, messages: 1 },
  create: { statements: 3, messages: 2 },
  update: { statements: 6, messages: 3 },
  unchanged: { statements: 2, messages: 2 },
  transition: { statements: 4, messages: 3 },
  archive: { statements: 3, messages: 3 },
  duplicate: { statements: 4, messages: 3 },
  delete: { statements: 4, messages: 3 },
  'bulk of 10': { statements: 30, messages: 30 },
} as const;

let kernel: SampleKernel;
const lines = (count: number) =>
  Array.from({ length: count }, () => ({ start: '2026-07-01', end: '2026-07-02', days: '2' }));
const holiday = (count: number) =>
  kernel.create('holidays', { title: `${count} jours`, lines: lines(count) });
const shelves = (count: number, name: string): Promise<CreatedRecord[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => kernel.create('shelves', { name: `${name} ${n}` })));
const patch = (path: string, body: unknown) => kernel.send('PATCH', path, body, { 'if-match': '*' });
const few = 1;
const many = 60;

/** Checks an operation against its figures, for records of different sizes. */
async function expectFigures(
  name: keyof typeof FIGURES,
  works: readonly (() => Promise<unknown>)[],
): Promise<void> {
  for (const work of works) {
    const { statements, messages } = await countStatements(work);
    expect({ statements: statements.length, messages }).toEqual(FIGURES[name]);
  }
}

beforeAll(async () => {
  kernel = await sampleKernel();
  const [shelf] = await shelves(1, 'Table');
  for (let n = 0; n < 30; n++)
    await kernel.create('gadgets', { name: `Objet ${n}`, price: '1', kind: 'TOOL', shelf: shelf!.id });
});
afterAll(() => kernel.close());

test('a list of 25 reads its rows and its total', () =>
  expectFigures('list', [
    () => kernel.send('GET', 'gadgets?size=25'),
    () => kernel.send('GET', 'gadgets?size=25&sort=shelf'),
    () => kernel.send('GET', 'gadgets?size=1'),
  ]));

test('a record is read with its children and labels', async () => {
  const [small, large] = [await holiday(few), await holiday(many)];
  const { items } = (await kernel.send('GET', 'gadgets?size=1')).body as { items: CreatedRecord[] };
  await expectFigures('read', [
    () => kernel.read(`holidays/${small.id}`),
    () => kernel.read(`holidays/${large.id}`),
    () => kernel.read(`gadgets/${items[0]!.id}`),
  ]);
});

test('a create writes the row, its children, history and event', () =>
  expectFigures('create', [() => holiday(few), () => holiday(many)]));

test('an update reads the record, and writes it with history and event', async () => {
  const [small, large] = [await holiday(few), await holiday(many)];
  await expectFigures('update', [
    () => patch(`holidays/${small.id}`, { lines: lines(many) }),
    () => patch(`holidays/${large.id}`, { title: 'x', lines: lines(few) }),
  ]);
  await expectFigures('unchanged', [() => patch(`holidays/${small.id}`, {})]);
});

test('a transition, archiving and a copy cost no more than an update', async () => {
  const { id } = await holiday(many);
  await expectFigures('transition', [() => kernel.send('POST', `holidays/${id}/transitions/valid`)]);
  await expectFigures('duplicate', [() => kernel.send('POST', `holidays/${id}/duplicate`, {})]);
  const [shelf] = await shelves(1, 'Étagère');
  await expectFigures('archive', [() => kernel.send('POST', `shelves/${shelf!.id}/archive`)]);
});

test('a deletion reads no links', async () => {
  const [small, large] = [await holiday(few), await holiday(many)];
  await expectFigures('delete', [
    () => kernel.send('DELETE', `holidays/${small.id}`),
    () => kernel.send('DELETE', `holidays/${large.id}`),
  ]);
});

test('a bulk action costs the same for each record as a single one', async () => {
  const ids = (await shelves(10, 'Lot')).map(({ id }) => id);
  await expectFigures('bulk of 10', [
    () => kernel.send('POST', 'shelves/_bulk', { action: 'update', ids, values: { rank: 8 } }),
  ]);
});
