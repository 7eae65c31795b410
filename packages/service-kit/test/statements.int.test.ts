import { sampleKernel, type Made, type SampleKernel } from './support/sample-kernel';
import { asked } from './support/statement-counter';

jest.setTimeout(60_000);

/**
 * What each operation may ask of the database: statements, those of the transaction aside, and round trips, those
 * included. More of either is slower for everybody; the number of records or children never counts.
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
const holiday = (count: number) => kernel.make('holidays', { title: `${count} jours`, lines: lines(count) });
const shelves = (count: number, name: string): Promise<Made[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => kernel.make('shelves', { name: `${name} ${n}` })));
const patch = (path: string, body: unknown) => kernel.send('PATCH', path, body, { 'if-match': '*' });
const few = 1;
const many = 60;

/** Holds an operation to its figures, whatever the size of what it is about. */
async function hold(name: keyof typeof FIGURES, works: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const work of works) {
    const { statements, messages } = await asked(work);
    expect({ statements: statements.length, messages }).toEqual(FIGURES[name]);
  }
}

beforeAll(async () => {
  kernel = await sampleKernel();
  const [shelf] = await shelves(1, 'Table');
  for (let n = 0; n < 30; n++)
    await kernel.make('gadgets', { name: `Objet ${n}`, price: '1', kind: 'TOOL', shelf: shelf!.id });
});
afterAll(() => kernel.close());

test('a list of 25 asks for its rows and its total', () =>
  hold('list', [
    () => kernel.send('GET', 'gadgets?size=25'),
    () => kernel.send('GET', 'gadgets?size=25&sort=shelf'),
    () => kernel.send('GET', 'gadgets?size=1'),
  ]));

test('a record comes whole: children and labels with it', async () => {
  const [small, large] = [await holiday(few), await holiday(many)];
  const { items } = (await kernel.send('GET', 'gadgets?size=1')).body as { items: Made[] };
  await hold('read', [
    () => kernel.read(`holidays/${small.id}`),
    () => kernel.read(`holidays/${large.id}`),
    () => kernel.read(`gadgets/${items[0]!.id}`),
  ]);
});

test('a creation writes the row, its children, and what happened', () =>
  hold('create', [() => holiday(few), () => holiday(many)]));

test('a change reads, writes, and tells', async () => {
  const [small, large] = [await holiday(few), await holiday(many)];
  await hold('update', [
    () => patch(`holidays/${small.id}`, { lines: lines(many) }),
    () => patch(`holidays/${large.id}`, { title: 'x', lines: lines(few) }),
  ]);
  await hold('unchanged', [() => patch(`holidays/${small.id}`, {})]);
});

test('a transition, putting away and a copy cost what a change costs', async () => {
  const { id } = await holiday(many);
  await hold('transition', [() => kernel.send('POST', `holidays/${id}/transitions/valid`)]);
  await hold('duplicate', [() => kernel.send('POST', `holidays/${id}/duplicate`, {})]);
  const [shelf] = await shelves(1, 'Étagère');
  await hold('archive', [() => kernel.send('POST', `shelves/${shelf!.id}/archive`)]);
});

test('a deletion looks for no links', async () => {
  const [small, large] = [await holiday(few), await holiday(many)];
  await hold('delete', [
    () => kernel.send('DELETE', `holidays/${small.id}`),
    () => kernel.send('DELETE', `holidays/${large.id}`),
  ]);
});

test('many at once cost each what one costs', async () => {
  const ids = (await shelves(10, 'Lot')).map(({ id }) => id);
  await hold('bulk of 10', [
    () => kernel.send('POST', 'shelves/_bulk', { action: 'update', ids, values: { rank: 8 } }),
  ]);
});
