import fc from 'fast-check';
import {
  type ColumnChoice,
  moveColumn,
  NARROWEST,
  readColumns,
  resizeColumn,
  toggleColumn,
  WIDEST,
  writeColumns,
} from './column-choice';

const columns: ColumnChoice[] = [{ name: 'name', width: 240 }, { name: 'city' }, { name: 'state' }];

it('survives a round trip through the URL', () => {
  expect(writeColumns(columns)).toBe('name:240,city,state');
  expect(readColumns('name:240,city,state')).toEqual(columns);
});

it('ignores invalid values in the URL', () => {
  expect(readColumns(null)).toBeNull();
  expect(readColumns('')).toBeNull();
  expect(readColumns('a b,<i>')).toBeNull();
  expect(readColumns('name:5,city:99999,state:x,name')).toEqual([
    { name: 'name' },
    { name: 'city', width: WIDEST },
    { name: 'state' },
  ]);
  expect(readColumns('name:5')).toEqual([{ name: 'name', width: NARROWEST }]);
});

it('moves a column without losing any', () => {
  expect(moveColumn(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveColumn(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moveColumn(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), fc.nat(), (all, from, to) => {
      const moved = moveColumn(all, from % all.length, to % all.length);
      expect([...moved].sort()).toEqual([...all].sort());
      expect(moved[to % all.length]).toBe(all[from % all.length]);
    }),
  );
});

it('shows and hides a column, and sets or clears its width', () => {
  expect(toggleColumn(columns, 'city').map(({ name }) => name)).toEqual(['name', 'state']);
  expect(toggleColumn(columns, 'email').at(-1)).toEqual({ name: 'email' });
  expect(resizeColumn(columns, 'city', 199.6)[1]).toEqual({ name: 'city', width: 200 });
  expect(resizeColumn(columns, 'name', null)[0]).toEqual({ name: 'name' });
});
