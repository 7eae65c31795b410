import { rowMoved } from './row-order';

const IDS = ['a', 'b', 'c', 'd'];

it('moves a row down, up, to the first and to the last position', () => {
  expect(rowMoved(IDS, 'a', 'c')).toEqual({ ids: ['b', 'c', 'a', 'd'], before: 'd' });
  expect(rowMoved(IDS, 'd', 'b')).toEqual({ ids: ['a', 'd', 'b', 'c'], before: 'b' });
  expect(rowMoved(IDS, 'c', 'a')).toEqual({ ids: ['c', 'a', 'b', 'd'], before: 'a' });
  expect(rowMoved(IDS, 'b', 'd')).toEqual({ ids: ['a', 'c', 'd', 'b'], before: null });
});

it('returns null when nothing moves', () => {
  expect(rowMoved(IDS, 'b', 'b')).toBeNull();
  expect(rowMoved(IDS, 'z', 'b')).toBeNull();
  expect(rowMoved(IDS, 'b', 'z')).toBeNull();
});
