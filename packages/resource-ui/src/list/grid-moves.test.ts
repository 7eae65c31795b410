import { moved, nextEditable, PICK, type Place } from './grid-moves';

const grid = { ids: ['a', 'b', 'c'], fields: ['name', 'city', 'total'] };
const from: Place = { id: 'b', field: 'city' };

it('moves one cell at a time and stops at the edges', () => {
  expect(moved(grid, from, 'ArrowDown')).toEqual({ id: 'c', field: 'city' });
  expect(moved(grid, { id: 'c', field: 'city' }, 'ArrowDown')).toEqual({ id: 'c', field: 'city' });
  expect(moved(grid, from, 'ArrowRight')).toEqual({ id: 'b', field: 'total' });
  expect(moved(grid, { id: 'b', field: 'name' }, 'ArrowLeft')).toEqual({ id: 'b', field: PICK });
  expect(moved(grid, { id: 'b', field: PICK }, 'ArrowLeft')).toEqual({ id: 'b', field: PICK });
});

it('moves to the ends of the row and of the page', () => {
  expect(moved(grid, from, 'Home')).toEqual({ id: 'b', field: 'name' });
  expect(moved(grid, from, 'End')).toEqual({ id: 'b', field: 'total' });
  expect(moved(grid, from, 'Home', true)).toEqual({ id: 'a', field: 'name' });
  expect(moved(grid, from, 'End', true)).toEqual({ id: 'c', field: 'total' });
  expect(moved(grid, from, 'q')).toBeNull();
  expect(moved({ ids: [], fields: [] }, from, 'ArrowDown')).toBeNull();
});

it('starts at the first row when the current row has left the page', () => {
  expect(moved(grid, { id: 'z', field: 'city' }, 'ArrowDown')).toEqual({ id: 'b', field: 'city' });
});

it('finds the next editable cell, skipping locked ones', () => {
  const open = ({ field }: Place) => field !== 'total';
  expect(nextEditable(grid, from, false, open)).toEqual({ id: 'c', field: 'name' });
  expect(nextEditable(grid, from, true, open)).toEqual({ id: 'b', field: 'name' });
  expect(nextEditable(grid, { id: 'c', field: 'city' }, false, open)).toBeNull();
  expect(nextEditable(grid, { id: 'a', field: 'name' }, true, open)).toBeNull();
});
