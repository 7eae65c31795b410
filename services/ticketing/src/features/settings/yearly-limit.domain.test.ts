import { fitsYearlyLimit } from './yearly-limit.domain';

test('the yearly limit of tickets has room for an order as a whole, or not (R-173)', () => {
  expect(fitsYearlyLimit(998, 1000, 2)).toBe(true);
  expect(fitsYearlyLimit(998, 1000, 3)).toBe(false);
  expect(fitsYearlyLimit(5, null, 100)).toBe(true);
});
