import { bandsOf, clashes, endOf, inOrder, rowsOf } from './scale-draft';

const bands = [
  { id: 'b', name: 'Bronze', min: '0', max: '500' },
  { id: 'p', name: 'Presse', min: null, max: null },
  { id: 'o', name: 'Or', min: '2000', max: null },
  { id: 'a', name: 'Argent', min: '500', max: '2000' },
];
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

it('sorts the scale from the lowest to the highest, then labels outside it', () =>
  expect(names(inOrder(rowsOf(bands)))).toEqual(['Bronze', 'Argent', 'Or', 'Presse']));

it('writes back the bands that it read', () => {
  expect(bandsOf(rowsOf(bands), endOf(bands))).toEqual([bands[0], bands[3], bands[2], bands[1]]);
  expect(endOf([{ id: 'x', name: 'Chaud', min: '30', max: '100' }, ...bands.slice(0, 2)])).toBe('100');
});

it('moves a limit for both neighbours and closes the gap of a removed label', () => {
  const moved = rowsOf(bands).map((row) => (row.id === 'a' ? { ...row, from: '800.50' } : row));
  expect(bandsOf(moved, null).slice(0, 2)).toMatchObject([
    { name: 'Bronze', min: '0', max: '800.50' },
    { name: 'Argent', min: '800.50', max: '2000' },
  ]);
  const without = rowsOf(bands).map((row) => (row.id === 'a' ? { ...row, from: null } : row));
  expect(bandsOf(without, null).slice(0, 2)).toMatchObject([
    { name: 'Bronze', max: '2000' },
    { name: 'Or', min: '2000', max: null },
  ]);
});

it('reports two rows with the same start and one beyond the end', () => {
  const rows = rowsOf(bands);
  expect(clashes(rows, null).size).toBe(0);
  expect([...clashes([...rows, { id: 'x', name: 'X', from: '500.00' }], null)].sort()).toEqual(['a', 'x']);
  expect([...clashes(rows, '2000')]).toEqual(['o']);
});
