import { payment } from '../../resources/payment.resource';
import { settlement, type AttemptOutcome, type PaymentState } from './settlement.domain';

const states = (payment.lifecycle?.states ?? []) as readonly PaymentState[];
const payable: readonly PaymentState[] = ['DRAFT', 'FORECAST', 'WAITING_LINK_PAYMENT'];

describe.each(states)('a payment in state %s', (state) => {
  const open = payable.includes(state);
  // A late acceptance of an expired payment is money all the same.
  const takesMoney = open || state === 'CANCELLED';

  it.each<[AttemptOutcome, string]>([
    ['ACCEPTED', takesMoney ? 'validate' : 'charged-twice'],
    ['REFUSED', open ? 'stay-payable' : 'nothing'],
    ['CANCELLED', open ? 'stay-payable' : 'nothing'],
    ['PENDING', 'nothing'],
  ])('maps an attempt %s to %s', (outcome, kind) => {
    expect(settlement(state, outcome).kind).toBe(kind);
  });
});

it('distinguishes a refusal by the bank from a cancellation by the buyer', () => {
  expect(settlement('WAITING_LINK_PAYMENT', 'REFUSED')).toEqual({ kind: 'stay-payable', event: 'refused' });
  expect(settlement('WAITING_LINK_PAYMENT', 'CANCELLED')).toEqual({
    kind: 'stay-payable',
    event: 'cancelled',
  });
});
