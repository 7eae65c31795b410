import { isCancellationMailed } from './cancel-rules';

test.each([
  ['VALIDATED', true],
  ['PRE_RESERVATION', true],
  ['QUOTE_REQUESTED', true],
  ['DRAFT', false],
])('the buyer of a %s reservation is mailed: %s', (state, isMailed) =>
  expect(isCancellationMailed(state)).toBe(isMailed),
);
