import { isCancellationMailed } from './cancel-rules';

test.each([
  ['VALIDATED', 0, true],
  ['PRE_RESERVATION', 0, false],
  ['PRE_RESERVATION', 2_670, true],
  ['QUOTE_REQUESTED', 5_000, true],
  ['DRAFT', 5_000, false],
])('the buyer of a %s reservation with %d cents paid is mailed: %s', (state, paidMinor, isMailed) =>
  expect(isCancellationMailed({ state, paidMinor })).toBe(isMailed),
);
