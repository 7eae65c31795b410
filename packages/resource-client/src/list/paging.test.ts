import fc from 'fast-check';
import { lastPage, pageNumbers } from './paging';

it('names the first, the last and the neighbours', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 9)).toEqual([1, 2, null, 9]);
  expect(pageNumbers(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9]);
  expect(pageNumbers(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
  expect(pageNumbers(9, 9)).toEqual([1, null, 8, 9]);
});

it('always contains the current page, and no page twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (first, second) => {
      const [page, last] = [Math.min(first, second), Math.max(first, second)];
      const numbers = pageNumbers(page, last).filter((shown) => shown !== null);
      expect(numbers).toContain(page);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    }),
  );
});

it('counts pages', () => {
  expect([lastPage(0, 25), lastPage(25, 25), lastPage(26, 25)]).toEqual([1, 1, 2]);
});
