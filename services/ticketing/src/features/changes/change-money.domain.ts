import { sum } from '@coulisse/money';

/** What is done with money that a change sets free: given back, or left with the reservation for a later change. */
export type Surplus = 'REFUND' | 'KEEP';

/** Money of a reservation around a change, in cents with VAT. */
export interface ChangeMoney {
  totalBeforeMinor: number;
  totalMinor: number;
  paidMinor: number;
  /** Given back by this change. */
  backMinor: number;
  /** The part of it that goes back to the gift voucher that paid; the rest is refunded. */
  toVoucherMinor: number;
  /** Left to pay afterwards. */
  dueMinor: number;
  /** Paid beyond the total and not given back: it is deducted from a later change. */
  creditMinor: number;
}

/**
 * What follows from a new total. What was still due is deducted first. Only what this change sets free is given
 * back: an older credit stays, and the figure does not depend on refunds that payments has not confirmed yet.
 */
export function moneyOfChange(
  totalBeforeMinor: number,
  totalMinor: number,
  paidMinor: number,
  surplus: Surplus,
): Omit<ChangeMoney, 'toVoucherMinor'> {
  const freed = Math.max(0, Math.min(paidMinor, totalBeforeMinor) - totalMinor);
  const backMinor = surplus === 'REFUND' ? freed : 0;
  return {
    ...{ totalBeforeMinor, totalMinor, paidMinor, backMinor },
    dueMinor: Math.max(0, totalMinor - paidMinor),
    creditMinor: Math.max(0, paidMinor - backMinor - totalMinor),
  };
}

/** A payment and what of it is neither given back nor marked for it. */
export interface PaidPart {
  paymentId: string;
  leftMinor: number;
}
export interface PartToReturn {
  paymentId: string;
  amountMinor: number;
}

/** The payments that an amount is taken from, in their order; less than the amount when they do not suffice. */
export function partsToReturn(payments: readonly PaidPart[], amountMinor: number): PartToReturn[] {
  let left = amountMinor;
  return payments.flatMap(({ paymentId, leftMinor }) => {
    const part = Math.min(left, Math.max(0, leftMinor));
    left -= part;
    return part > 0 ? [{ paymentId, amountMinor: part }] : [];
  });
}

/**
 * How an amount is given back: the payments are refunded first. What they do not cover was paid with a gift voucher, to
 * which it goes back.
 */
export function splitBack(
  payments: readonly PaidPart[],
  amountMinor: number,
): { parts: PartToReturn[]; toVoucherMinor: number } {
  const parts = partsToReturn(payments, amountMinor);
  return { parts, toVoucherMinor: amountMinor - sum(parts.map((part) => part.amountMinor)) };
}

/** The money of a sale with a new total. */
export function moneyOfSale(
  sale: { total_minor: number; paid_minor: number; payments: readonly PaidPart[] },
  totalMinor: number,
  surplus: Surplus,
): ChangeMoney {
  const money = moneyOfChange(sale.total_minor, totalMinor, sale.paid_minor, surplus);
  return { ...money, toVoucherMinor: splitBack(sale.payments, money.backMinor).toVoucherMinor };
}

/** Options of formulas that lose their last place: they go with it. */
export const optionsWithoutPlace = <O extends { readonly formulaId: string }>(
  options: readonly O[],
  removed: readonly { readonly formulaId: string }[],
  rest: readonly { readonly formulaId: string }[],
): O[] => {
  const removedIds = new Set(removed.map(({ formulaId }) => formulaId));
  const stayingIds = new Set(rest.map(({ formulaId }) => formulaId));
  return options.filter(({ formulaId }) => removedIds.has(formulaId) && !stayingIds.has(formulaId));
};

export const totalOf = (items: readonly { readonly priceMinor: number }[]): number =>
  sum(items.map(({ priceMinor }) => priceMinor));
