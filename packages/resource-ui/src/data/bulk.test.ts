import { chunked, joined, reasonOf, undoOf } from './bulk';

const rows = new Map(
  [
    { id: 'a', city: 'Lille', show: { id: '1', label: 'x' } },
    { id: 'b', city: 'Lyon', show: null },
    { id: 'c', city: 'Lille', show: { id: '1', label: 'x' } },
  ].map((row) => [row.id, row]),
);

it('asks for no more at once than the server takes', () => {
  expect(chunked([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunked([], 2)).toEqual([]);
  expect(
    joined([
      { results: [{ id: 'a', ok: true }], done: 1, failed: 0 },
      { results: [{ id: 'b', ok: false }], done: 0, failed: 1 },
    ]),
  ).toMatchObject({ done: 1, failed: 1, results: [{ id: 'a' }, { id: 'b' }] });
});

it('brings back what was put away, and the former values of a field by groups', () => {
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

it('promises nothing that it cannot keep', () => {
  expect(undoOf({ action: 'delete' }, ['a'], rows)).toBeNull();
  expect(undoOf({ action: 'transition', transition: 'cancel' }, ['a'], rows)).toBeNull();
  expect(undoOf({ action: 'update', values: { city: 'x' } }, ['a', 'z'], rows)).toBeNull();
  expect(undoOf({ action: 'update', values: { zipCode: 'x' } }, ['a'], rows)).toBeNull();
  expect(undoOf({ action: 'archive' }, [], rows)).toBeNull();
});

it('says why, with what the server gave', () => {
  expect(
    reasonOf({ id: 'a', ok: false, problem: { detail: 'Non.', errors: [{ detail: 'Trop court.' }] } }),
  ).toBe('Trop court.');
  expect(reasonOf({ id: 'a', ok: false, problem: { title: 'Refusé', code: 'x' } })).toBe('Refusé');
  expect(reasonOf({ id: 'a', ok: false })).toBe('');
});
