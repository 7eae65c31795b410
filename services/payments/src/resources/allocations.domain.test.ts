import { settledMinor } from './allocations.domain';

const items = [{ amount: '60.00' }, { amount: '30.00' }];
test.each([
  ['nothing', [], [6000, 3000]],
  ['what no bill has', [{ amount: '10.00' }], [6000, 3000]],
  ['more: the last bill first', [{ amount: '10.00' }, { amount: '5.01' }], [6000, 2499]],
  ['more than the last bill', [{ amount: '70.00' }], [3000, 0]],
  ['everything', [{ amount: '100.00' }], [0, 0]],
])('a refund of %s leaves the bills settled', (_what, refunds, settled) => {
  expect(settledMinor({ amount: '100.00', items, refunds })).toEqual(settled);
});
