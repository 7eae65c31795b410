import { chunked, joined, reasonOf, undoOf } from './bulk';

const rows = new Map(
  [
    { id: 'a', city: 'Lille', show: { id: '1', label: 'x' } },
    { id: 'b', city: 'Lyon', show: null },
    { id: 'c', city: 'Lille', show: { id: '1', label: 'x' } },
  ].map((row) => [row.id, row]),
);

it('splits the ids into requests of the size that the server accepts', () => {
  expect(chunked([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunked([], 2)).toEqual([]);
  expect(
    joined([
      { results: [{ id: 'a', ok: true }], done: 1, failed: 0 },
      { results: [{ id: 'b', ok: false }], done: 0, failed: 1 },
    ]),
  ).toMatchObject({ done: 1, failed: 1, results: [{ id: 'a' }, { id: 'b' }] });
});

it('undoes an archiving, and restores former field values in groups', () => {
  expect(undoOf({ action: 'archive' }, ['a'], rows)).toEqual([{ ids: ['a'], change: { action: 'restore' } }]);
  expect(undoOf({ action: 'restore' }, ['a'], rows)?.[0]?.change).toEqual({ action: 'archive' });
  expect(undoOf({ action: 'update', values: { city: 'Nantes' } }, ['a', 'b', 'c'], rows)).toEqual([
    { ids: ['a', 'c'], change: { action: 'update', values: { city: 'Lille' } } },
    { ids: ['b'], change: { action: 'update', values: { city: 'Lyon' } } },
  ]);
  expect(
    undoOf({ action: 'update', values: { show: '2' } }, ['a', 'b'], rows)?.map(({ change }) => change),
  ).toEqual([
    { action: 'update', values: { show: '1' } },
    { action: 'update', values: { show: null } },
  ]);
});

it('offers no undo that is not possible', () => {
  expect(undoOf({ action: 'delete' }, ['a'], rows)).toBeNull();
  expect(undoOf({ action: 'transition', transition: 'cancel' }, ['a'], rows)).toBeNull();
  expect(undoOf({ action: 'update', values: { city: 'x' } }, ['a', 'z'], rows)).toBeNull();
  expect(undoOf({ action: 'update', values: { zipCode: 'x' } }, ['a'], rows)).toBeNull();
  expect(undoOf({ action: 'archive' }, [], rows)).toBeNull();
});

it('returns the reason given by the server', () => {
  expect(
    reasonOf({ id: 'a', ok: false, problem: { detail: 'Non.', errors: [{ detail: 'Trop court.' }] } }),
  ).toBe('Trop court.');
  expect(reasonOf({ id: 'a', ok: false, problem: { title: 'Refusé', code: 'x' } })).toBe('Refusé');
  expect(reasonOf({ id: 'a', ok: false })).toBe('');
});
