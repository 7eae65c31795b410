import { formatAmount, parseAmount, type Cents } from '@coulisse/money';

/** A part of a payment for one bill. */
export interface Item {
  readonly amount: string;
}
/** The part for this bill. */
export interface BillItem extends Item {
  readonly bill: string;
}
/** A payment as far as its money goes. */
export interface Payment<I extends Item = Item> {
  readonly amount: string | null;
  readonly items: readonly I[];
  readonly refunds: readonly Item[];
}
/** Cents of an amount; nothing without one. */
export const minorOf = (amount: string | null): Cents => parseAmount(amount ?? '0');
export const sumOf = (items: readonly Item[]): number =>
  items.reduce((sum, { amount }) => sum + minorOf(amount), 0);

/** What neither bills nor refunds have of a payment, in cents. */
export const freeMinor = ({ amount, items, refunds }: Payment): number =>
  Math.max(0, minorOf(amount) - sumOf(items) - sumOf(refunds));

/**
 * What a payment settles of each bill after its refunds, in cents: money that no bill has is given back first, then that
 * of the last bill.
 */
export function settledMinor({ amount, items, refunds }: Payment): number[] {
  const free = minorOf(amount) - sumOf(items);
  let refunded = Math.max(0, sumOf(refunds) - free);
  return [...items]
    .reverse()
    .map((item) => {
      const takenMinor = Math.min(refunded, minorOf(item.amount));
      refunded -= takenMinor;
      return minorOf(item.amount) - takenMinor;
    })
    .reverse();
}

/** What a payment settles of one bill, in cents. */
export const settledOf = (payment: Payment<BillItem>, bill: string): number =>
  settledMinor(payment)[payment.items.findIndex((item) => item.bill === bill)] ?? 0;

/**
 * The items without what was refunded of them. Once an item changes, a refund must not move from one bill to another:
 * the money that is released would come back to the last bill instead of being free.
 */
function withoutRefunded<I extends BillItem>(payment: Payment<I>): I[] {
  const settled = settledMinor(payment);
  return payment.items.map((item, index) => ({ ...item, amount: formatAmount(settled[index] ?? 0) }));
}

const changed = <I extends BillItem>(items: readonly I[], bill: string, differenceMinor: number): I[] =>
  items.map((item) =>
    item.bill === bill ? { ...item, amount: formatAmount(minorOf(item.amount) + differenceMinor) } : item,
  );

/** The items once free money settles a bill, too: more of its item, or the new one. */
export function withAllocation<I extends BillItem>(payment: Payment<I>, added: I): I[] {
  const items = withoutRefunded(payment);
  if (!items.some(({ bill }) => bill === added.bill)) return [...items, added];
  return changed(items, added.bill, minorOf(added.amount));
}

/** The items once money of a bill is free again. An item stays without money: the events name every bill once settled. */
export const withoutAllocation = <I extends BillItem>(payment: Payment<I>, released: BillItem): I[] =>
  changed(withoutRefunded(payment), released.bill, -minorOf(released.amount));
