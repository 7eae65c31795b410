import fc from 'fast-check';
import { CURRENCY, decide, type PaymentFact, type Sale } from './sale.domain';

const pending: Sale = {
  outcome: 'PENDING',
  paymentId: 'p1',
  reservationState: 'DRAFT',
  totalMinor: 8900,
  paidMinor: 0,
  isApplied: false,
};
const accepted = (paymentId = 'p1', amountMinor = 8900, currency = CURRENCY): PaymentFact => ({
  kind: 'accepted',
  paymentId,
  amountMinor,
  currency,
});

describe('the decision about a payment event', () => {
  test('an agreed part of a pre-reservation is a deposit; the last one sells it, and one too many comes back', () => {
    const reserved: Sale = { ...pending, reservationState: 'PRE_RESERVATION', hasSchedule: true };
    expect(decide(reserved, accepted('p1', 3_000))).toEqual({ do: 'deposit' });
    const begun = { ...reserved, paidMinor: 3_000 };
    expect(decide(begun, accepted('p2', 5_900))).toEqual({ do: 'fulfil' });
    expect(decide(begun, accepted('p2', 6_000))).toEqual({
      do: 'refund',
      reason: 'paid-twice',
      closes: false,
    });
    // Two parts that the desk took together: the second one is not the total again.
    const together = { ...accepted('p2', 2_000), togetherMinor: 5_900 } as PaymentFact;
    expect(decide(begun, together)).toEqual({ do: 'deposit' });
    expect(decide({ ...begun, isApplied: true }, accepted('p2', 5_900))).toEqual({ do: 'ignore' });
    for (const kind of ['refused', 'cancelled'] as const)
      expect(decide({ ...begun, isApplied: true }, { kind, paymentId: 'p1' })).toEqual({ do: 'ignore' });
    const unscheduled = { ...begun, hasSchedule: false };
    const wrong = { do: 'refund', reason: 'amount', closes: false };
    expect(decide(unscheduled, accepted('p2', 3_000))).toEqual(wrong);
    expect(decide(unscheduled, accepted('p2', 5_900, 'USD'))).toEqual({ ...wrong, reason: 'currency' });
    expect(decide(unscheduled, accepted('p2', 5_900))).toEqual({ do: 'fulfil' });
    expect(decide({ ...unscheduled, paidMinor: 0 }, accepted('p2', 3_000))).toMatchObject({ closes: true });
  });
  test('an exact payment of an open reservation is fulfilled, also after a refusal or without a known payment', () => {
    expect(decide(pending, accepted())).toEqual({ do: 'fulfil' });
    expect(decide({ ...pending, outcome: 'REFUSED' }, accepted('p2'))).toEqual({ do: 'fulfil' });
    expect(decide({ ...pending, paymentId: null }, accepted())).toEqual({ do: 'fulfil' });
  });
  test('the same acceptance a second time changes nothing', () => {
    const sold: Sale = {
      ...pending,
      outcome: 'VALIDATED',
      reservationState: 'VALIDATED',
      paidMinor: 8900,
    };
    expect(decide(sold, accepted())).toEqual({ do: 'ignore' });
    expect(decide({ ...sold, outcome: 'REFUND', reservationState: 'CANCELED' }, accepted())).toEqual({
      do: 'ignore',
    });
  });
  test('refunds a payment that cannot be fulfilled', () => {
    expect(decide(pending, accepted('p1', 8800))).toEqual({ do: 'refund', reason: 'amount', closes: true });
    expect(decide(pending, accepted('p1', 8900, 'USD'))).toEqual({
      do: 'refund',
      reason: 'currency',
      closes: true,
    });
    expect(decide({ ...pending, reservationState: 'CANCELED' }, accepted())).toEqual({
      do: 'refund',
      reason: 'canceled',
      closes: true,
    });
    const sold: Sale = {
      ...pending,
      outcome: 'VALIDATED',
      reservationState: 'VALIDATED',
      paidMinor: 8900,
    };
    expect(decide(sold, accepted('p2'))).toEqual({ do: 'refund', reason: 'paid-twice', closes: false });
  });
  test('ignores the payment of a voided sale and refunds any other payment', () => {
    const voided: Sale = { ...pending, outcome: 'VOIDED', reservationState: 'CANCELED' };
    expect(decide(voided, accepted())).toEqual({ do: 'ignore' });
    expect(decide(voided, { kind: 'refused', paymentId: 'p2' })).toEqual({ do: 'ignore' });
    expect(decide(voided, accepted('p2'))).toEqual({ do: 'refund', reason: 'canceled', closes: false });
  });
  test('of a payment in parts the first sells, and the others pay for what is due', () => {
    const part = (paymentId: string, amountMinor: number): PaymentFact => ({
      kind: 'accepted',
      ...{ paymentId, amountMinor, currency: CURRENCY, togetherMinor: 8900 },
    });
    expect(decide(pending, part('p1', 5000))).toEqual({ do: 'fulfil' });
    const sold: Sale = {
      ...pending,
      outcome: 'VALIDATED',
      reservationState: 'VALIDATED',
      paidMinor: 5000,
    };
    expect(decide(sold, part('p2', 3900))).toEqual({ do: 'credit' });
    expect(decide(sold, part('p2', 4000))).toEqual({ do: 'refund', reason: 'paid-twice', closes: false });
    expect(decide({ ...sold, isApplied: true }, part('p2', 3900))).toEqual({ do: 'ignore' });
  });
  test('a refusal counts only for the current payment, and never after the sale is settled', () => {
    expect(decide(pending, { kind: 'refused', paymentId: 'p1' })).toEqual({
      do: 'reopen',
      outcome: 'REFUSED',
    });
    expect(decide(pending, { kind: 'cancelled', paymentId: 'p1' })).toEqual({
      do: 'reopen',
      outcome: 'CANCELLED',
    });
    expect(decide(pending, { kind: 'refused', paymentId: 'p0' })).toEqual({ do: 'ignore' });
  });
  test('a refusal of what a sold reservation still owes is noted, and changes nothing else', () => {
    const sold: Sale = { ...pending, outcome: 'VALIDATED', reservationState: 'VALIDATED' };
    expect(decide(sold, { kind: 'refused', paymentId: 'p0' })).toEqual({ do: 'note' });
    expect(decide(sold, { kind: 'cancelled', paymentId: 'p1' })).toEqual({ do: 'ignore' });
    expect(decide({ ...sold, isApplied: true }, { kind: 'refused', paymentId: 'p0' })).toEqual({
      do: 'ignore',
    });
  });

  test('for any order of events each accepted payment ends once, in tickets or in a refund', () => {
    const id = fc.constantFrom('p1', 'p2', 'p3');
    const fact: fc.Arbitrary<PaymentFact> = fc.oneof(
      fc.record({
        kind: fc.constant('accepted' as const),
        paymentId: id,
        amountMinor: fc.constantFrom(8900, 100),
        currency: fc.constant(CURRENCY),
      }),
      fc.record({ kind: fc.constantFrom('refused' as const, 'cancelled' as const), paymentId: id }),
    );
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 12 }), fc.boolean(), (facts, seatsAreFree) => {
        let sale: Sale = { ...pending, paymentId: null };
        const ends = new Map<string, number>();
        // The inbox lets each message through once; a payment is accepted by one message.
        const once = facts.filter(
          (candidate, index) =>
            facts.findIndex(
              (other) => other.kind === candidate.kind && other.paymentId === candidate.paymentId,
            ) === index,
        );
        for (const paymentFact of [...once, ...once]) {
          const decision = decide(sale, paymentFact);
          if (decision.do === 'credit' || decision.do === 'deposit')
            throw new Error('nothing is due after a sale that was paid whole');
          if (decision.do === 'ignore' || decision.do === 'note') continue;
          if (decision.do === 'reopen') {
            sale = { ...sale, outcome: decision.outcome };
            continue;
          }
          const refund = decision.do === 'refund' || !seatsAreFree;
          if (decision.do === 'fulfil' || decision.closes)
            sale = {
              ...sale,
              paymentId: paymentFact.paymentId,
              outcome: refund ? 'REFUND' : 'VALIDATED',
              reservationState: refund ? 'CANCELED' : 'VALIDATED',
              paidMinor: refund ? 0 : sale.totalMinor,
            };
          ends.set(
            paymentFact.paymentId,
            (ends.get(paymentFact.paymentId) ?? 0) + (decision.do === 'refund' && !decision.closes ? 0 : 1),
          );
        }
        expect([...ends.values()].filter((count) => count > 1)).toEqual([]);
        expect([...ends.values()].filter((count) => count === 1).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
