import type { PaymentOfReservation, ReservationDetails } from './reservation-details';

/** What decides which changes of a reservation are possible. */
export interface Changeable extends Pick<ReservationDetails, 'items' | 'arrivedItems'> {
  state: string;
  arrivedCount: number;
}
export type ChangeBlock = 'change.canceled' | 'change.not-sold' | 'change.arrived' | 'change.one-place';

/** Places that can still be changed: nobody who is in the room is moved. */
export const changeableItems = ({ items, arrivedItems }: Changeable) =>
  items.filter(({ id }) => !arrivedItems.includes(id));

/** How many places can be changed at once: people who were noted without a ticket count too. */
export const mostChangeable = (reservation: Changeable): number =>
  Math.max(
    0,
    Math.min(changeableItems(reservation).length, reservation.items.length - reservation.arrivedCount),
  );

/** Why places of a reservation cannot be exchanged; null when they can. */
export function exchangeBlock(reservation: Changeable): ChangeBlock | null {
  if (reservation.state === 'CANCELED') return 'change.canceled';
  if (reservation.state !== 'VALIDATED') return 'change.not-sold';
  return mostChangeable(reservation) === 0 ? 'change.arrived' : null;
}

/** Why some of its places cannot be cancelled; null when they can. */
export function cancellationBlock(reservation: Changeable): ChangeBlock | null {
  const block = exchangeBlock(reservation);
  if (block) return block;
  return reservation.items.length === 1 ? 'change.one-place' : null;
}

/** Answer of a change and of its quote, in cents. */
export interface ChangeAnswer {
  edition: number;
  totalBeforeMinor: number;
  totalMinor: number;
  paidMinor: number;
  backMinor: number;
  /** The part of `backMinor` that goes back to the gift voucher that paid. */
  toVoucherMinor: number;
  dueMinor: number;
  creditMinor: number;
}
export interface CancellationAnswer extends ChangeAnswer {
  /** Places of drivers that go too, because those that stay give no right to them. */
  drivers: string[];
  /** Formulas that keep their price although fewer people are left than they are sold to. */
  belowLeast: { formula: string; people: number; least: number }[];
}
export type Surplus = 'REFUND' | 'KEEP';

/** What staff saw when they confirmed. */
export const shownOf = ({ totalMinor, backMinor, dueMinor }: ChangeAnswer) => ({
  ...{ totalMinor, backMinor, dueMinor },
});

/** Whether a change sets money free, whatever is done with it. */
export const setsMoneyFree = ({ totalBeforeMinor, totalMinor, paidMinor }: ChangeAnswer): boolean =>
  Math.min(totalBeforeMinor, paidMinor) > totalMinor;

/** What the payments of a reservation hold, in cents: neither given back nor marked for it. */
const heldByPayments = (payments: readonly PaymentOfReservation[]): number =>
  payments
    .filter(({ state }) => state === 'ACCEPTED')
    .reduce((sum, payment) => sum + payment.amountMinor - payment.toRefundMinor - payment.refundedMinor, 0);

/** A credit from earlier changes in cents, by how it is given back. */
export interface Credit {
  refundMinor: number;
  /** To the gift voucher that paid. */
  toVoucherMinor: number;
}

/** What is paid beyond a total: the payments are refunded first, what they do not cover goes back to the gift voucher. */
export function creditOf(
  { payments, byVoucherMinor }: Pick<ReservationDetails, 'payments' | 'byVoucherMinor'>,
  totalMinor: number,
): Credit {
  const refundableMinor = heldByPayments(payments);
  const creditMinor = Math.max(0, refundableMinor + byVoucherMinor - totalMinor);
  const refundMinor = Math.min(creditMinor, refundableMinor);
  return { refundMinor, toVoucherMinor: creditMinor - refundMinor };
}
