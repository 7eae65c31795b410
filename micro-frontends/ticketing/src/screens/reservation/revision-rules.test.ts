import { itemsThatStay } from './revision-rules';

test('places stay unless they are given up, and no more than people come', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id }));
  expect(itemsThatStay(items, [], 5)).toEqual(items);
  expect(itemsThatStay(items, ['a'], 3).map(({ id }) => id)).toEqual(['b', 'c']);
  expect(itemsThatStay(items, ['a'], 1).map(({ id }) => id)).toEqual(['b']);
  expect(itemsThatStay(items, [], 0)).toEqual([]);
});
