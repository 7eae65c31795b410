import { cents, sum, type Cents } from './cents';

/** What was settled of a bill; every amount is positive. */
export interface Settlements {
  /** Allocations of payments that are validated or banked. */
  readonly paid?: readonly Cents[];
  readonly refunded?: readonly Cents[];
  /** Allocations of credit notes. */
  readonly credited?: readonly Cents[];
  readonly writtenOff?: readonly Cents[];
}

/** What remains to be paid of a bill; negative if more was paid than was due. */
export const remainingOf = (
  totalMinor: Cents,
  { paid = [], refunded = [], credited = [], writtenOff = [] }: Settlements,
): Cents => cents(cents(totalMinor) - sum(paid) + sum(refunded) - sum(credited) - sum(writtenOff));

export type PaymentState = 'UNPAID' | 'PARTIALLY_PAID' | 'PAID' | 'OVERPAID';

/** The state of a bill that follows from what remains. A bill of nothing is paid. */
export function paymentState(totalMinor: Cents, remainingMinor: Cents): PaymentState {
  if (remainingMinor === 0) return 'PAID';
  if (remainingMinor < 0) return 'OVERPAID';
  return remainingMinor < totalMinor ? 'PARTIALLY_PAID' : 'UNPAID';
}

/** True if something remains after the due date; both dates are `YYYY-MM-DD`. */
export const isOverdue = (remainingMinor: Cents, dueOn: string | null, today: string): boolean =>
  remainingMinor > 0 && dueOn !== null && dueOn < today;

export interface PayableBill {
  readonly id: string;
  readonly remainingMinor: Cents;
  /** `YYYY-MM-DD`; bills without one come last. */
  readonly dueOn: string | null;
}
export interface Allocation {
  readonly bill: string;
  readonly minor: Cents;
}

/**
 * Allocates a payment: the chosen bills first, in their order, then those with the oldest due date. What is left is a
 * credit of the customer.
 */
export function allocatePayment(
  minor: Cents,
  bills: readonly PayableBill[],
  chosen: readonly string[] = [],
): { readonly allocations: Allocation[]; readonly creditMinor: Cents } {
  if (cents(minor) <= 0) throw new RangeError('a payment is more than nothing');
  const rank = new Map(chosen.map((id, index) => [id, index]));
  const rankOf = ({ id }: PayableBill) => rank.get(id) ?? chosen.length;
  const ordered = [...bills].sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      Number((a.dueOn ?? '9999') > (b.dueOn ?? '9999')) - Number((a.dueOn ?? '9999') < (b.dueOn ?? '9999')),
  );
  let left = minor;
  const allocations: Allocation[] = [];
  for (const { id, remainingMinor } of ordered) {
    const part = Math.min(left, Math.max(0, remainingMinor));
    if (part === 0) continue;
    allocations.push({ bill: id, minor: part });
    left = cents(left - part);
  }
  return { allocations, creditMinor: left };
}

/** The allocations that are not positive or greater than what remains of their bill, counting those before them. */
export function invalidAllocations(
  allocations: readonly Allocation[],
  remaining: ReadonlyMap<string, Cents>,
): Allocation[] {
  const left = new Map(remaining);
  return allocations.filter(({ bill, minor }) => {
    const available = left.get(bill) ?? 0;
    if (cents(minor) <= 0 || minor > available) return true;
    left.set(bill, cents(available - minor));
    return false;
  });
}
