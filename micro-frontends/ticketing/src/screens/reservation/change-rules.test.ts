import {
  cancellationBlock,
  creditOf,
  exchangeBlock,
  mostChangeable,
  setsMoneyFree,
  type Changeable,
} from './change-rules';
import type { PaymentOfReservation } from './reservation-details';

const item = (id: string) => ({
  ...{ id, seatId: id, seatLabel: id, formula: '', category: '', price: '10.00', priceMinor: 1_000 },
  ...{ isDriver: false, ticketCode: null, ticketState: 'VALIDATED' },
});
const reservation = (changes: Partial<Changeable> = {}): Changeable => ({
  ...{ state: 'VALIDATED', arrivedCount: 0, arrivedItems: [], items: [item('a'), item('b')] },
  ...changes,
});

describe('changes of a reservation', () => {
  it('are for sold ones, and say why not', () => {
    expect(exchangeBlock(reservation())).toBeNull();
    expect(exchangeBlock(reservation({ state: 'CANCELED' }))).toBe('change.canceled');
    expect(exchangeBlock(reservation({ state: 'PRE_RESERVATION' }))).toBe('change.not-sold');
    expect(cancellationBlock(reservation({ items: [item('a')] }))).toBe('change.one-place');
  });

  it('leave people who are in the room where they are', () => {
    expect(mostChangeable(reservation({ arrivedItems: ['a'], arrivedCount: 1 }))).toBe(1);
    expect(mostChangeable(reservation({ arrivedCount: 1 }))).toBe(1);
    expect(exchangeBlock(reservation({ arrivedCount: 2 }))).toBe('change.arrived');
  });

  it('ask what is done with money only when there is some', () => {
    const money = {
      edition: 1,
      totalMinor: 1_000,
      backMinor: 0,
      toVoucherMinor: 0,
      dueMinor: 0,
      creditMinor: 0,
    };
    expect(setsMoneyFree({ ...money, totalBeforeMinor: 2_000, paidMinor: 2_000 })).toBe(true);
    expect(setsMoneyFree({ ...money, totalBeforeMinor: 2_000, paidMinor: 500 })).toBe(false);
    expect(setsMoneyFree({ ...money, totalBeforeMinor: 1_000, paidMinor: 2_000 })).toBe(false);
  });
});

describe('a credit', () => {
  const payment = (
    amountMinor: number,
    changes: Partial<PaymentOfReservation> = {},
  ): PaymentOfReservation => ({
    ...{ id: 'p', state: 'ACCEPTED', amountMinor, toRefundMinor: 0, refundedMinor: 0 },
    ...{ refundedAt: null, at: '2026-11-20T10:00:00Z' },
    ...changes,
  });

  it('is refunded by the payments first, and the rest goes back to the gift voucher', () => {
    const paid = { payments: [payment(3_000)], byVoucherMinor: 5_000 };
    expect(creditOf(paid, 6_000)).toEqual({ refundMinor: 2_000, toVoucherMinor: 0 });
    expect(creditOf(paid, 4_000)).toEqual({ refundMinor: 3_000, toVoucherMinor: 1_000 });
    expect(creditOf(paid, 8_000)).toEqual({ refundMinor: 0, toVoucherMinor: 0 });
  });

  it('counts neither what is given back or marked for it, nor what was refused', () => {
    const payments = [
      payment(3_000, { toRefundMinor: 1_000, refundedMinor: 500 }),
      payment(9_000, { state: 'REFUSED' }),
    ];
    expect(creditOf({ payments, byVoucherMinor: 0 }, 1_000)).toEqual({ refundMinor: 500, toVoucherMinor: 0 });
    expect(creditOf({ payments, byVoucherMinor: 0 }, 2_000)).toEqual({ refundMinor: 0, toVoucherMinor: 0 });
  });
});
