import { parseAmount, type Cents } from '@coulisse/money';

/** A part of a payment for one bill. */
export interface Item {
  readonly amount: string;
}
/** Cents of an amount; nothing without one. */
export const minorOf = (amount: string | null): Cents => parseAmount(amount ?? '0');
export const sumOf = (items: readonly Item[]): number =>
  items.reduce((sum, { amount }) => sum + minorOf(amount), 0);

/**
 * What a payment settles of each bill after its refunds, in cents: money that no bill has is given back first, then that
 * of the last bill.
 */
export function settledMinor(
  amount: string | null,
  items: readonly Item[],
  refunds: readonly Item[],
): number[] {
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
