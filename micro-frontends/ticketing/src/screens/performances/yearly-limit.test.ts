import { yearlyLimitText } from './yearly-limit';

it('warns of the yearly limit of tickets from 90 % on (R-173)', () => {
  expect([0, 899, 900, 999, 1000].map((issued) => yearlyLimitText(issued, 1000))).toEqual([
    null,
    null,
    'yearly-limit.near',
    'yearly-limit.near',
    'yearly-limit.reached',
  ]);
  expect(yearlyLimitText(5000, null)).toBeNull();
});
