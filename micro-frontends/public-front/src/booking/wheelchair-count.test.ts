/** @jest-environment jsdom */
import { createWheelchairCount } from './wheelchair-count';

const open = () => {
  const shown: number[] = [];
  return { shown, count: createWheelchairCount('tonight', (next) => shown.push(next)) };
};
beforeEach(() => sessionStorage.clear());

test('a refused wheelchair place is not shown as held, and is not asked for again', async () => {
  const { count, shown } = open();
  count.wish(1);
  await expect(count.request(2, () => Promise.reject(new Error('none left')))).rejects.toThrow('none left');
  expect(shown).toEqual([1, 0]);
  const send = jest.fn().mockResolvedValue('held');
  await count.request(3, send);
  expect(send).toHaveBeenCalledWith(0);
});

test('a wish that comes during a request outlives its answer', async () => {
  const { count } = open();
  count.wish(1);
  await count.request(3, () => {
    count.wish(2);
    return Promise.resolve();
  });
  expect(count.current).toBe(2);
});

test('no more wheelchair places are held than places', async () => {
  const { count } = open();
  count.wish(2);
  await count.request(2, () => Promise.resolve());
  await count.request(1, () => Promise.resolve());
  expect(count.current).toBe(1);
});

test('they are counted after a reload while the cart holds places, and not after it has ended', async () => {
  const before = open();
  before.count.wish(1);
  await before.count.request(2, () => Promise.resolve());
  const reloaded = open();
  reloaded.count.sync(2);
  expect(reloaded.count.current).toBe(1);
  reloaded.count.sync(0);
  const later = open();
  later.count.sync(2);
  expect(later.count.current).toBe(0);
});

test.each(['x', '-1', '1.5', ''])('what is stored and is no number counts as none: %s', (text) => {
  sessionStorage.setItem('coulisse.wheelchairs.tonight', text);
  const { count } = open();
  count.sync(2);
  expect(count.current).toBe(0);
});
