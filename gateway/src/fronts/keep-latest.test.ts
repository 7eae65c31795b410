import { keepLatest } from './keep-latest';

it('keeps the entries that were put last', () => {
  const entries = new Map<string, number>();
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    keepLatest(entries, key, value, 2);
  expect([...entries]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
