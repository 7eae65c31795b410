import { stepOf } from './order-payment';

const due = (lastAttempt: string | null) => ({ toPay: { amountMinor: 5_400, lastAttempt } });

test.each([
  [null, null, 'open'],
  ['STARTED', null, 'open'],
  ['STARTED', 'accepted', 'waiting'],
  ['STARTED', 'pending', 'waiting'],
  ['STARTED', 'cancelled', 'cancelled'],
  ['STARTED', 'refused', 'refused'],
  ['REFUSED', 'accepted', 'refused'],
  ['CANCELLED', 'pending', 'cancelled'],
  ['ACCEPTED', 'accepted', 'open'],
  ['STARTED', 'nonsense', 'open'],
] as const)('with the last attempt %s and the answer %s the payment is %s', (lastAttempt, outcome, step) => {
  expect(stepOf(due(lastAttempt), outcome)).toBe(step);
});

test('thanks who came back from the bank when nothing is due any more, and nobody else', () => {
  expect(stepOf({ toPay: null }, 'accepted')).toBe('paid');
  expect(stepOf({ toPay: null }, null)).toBeNull();
  expect(stepOf({ toPay: null }, 'refused')).toBeNull();
});
