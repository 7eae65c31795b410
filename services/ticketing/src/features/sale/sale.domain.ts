/**
 * Outcome of a sale as shown to the buyer. CANCELLED: the buyer gave up paying; VOIDED: it was sold, then cancelled.
 */
export type Outcome = 'PENDING' | 'VALIDATED' | 'REFUSED' | 'CANCELLED' | 'REFUND' | 'VOIDED';

/** Steps of a sale over all services, in the order in which they normally come. */
export const STEPS = ['PAID', 'VALIDATED', 'TICKETED', 'RENDERED', 'MAILED', 'LINKED'] as const;
export type Step = (typeof STEPS)[number];
export type Steps = Partial<Record<Step, string>>;

/** Current state of a sale: its process row and its reservation. */
export interface Sale {
  outcome: Outcome;
  /** Payment that settled it, or the one under way. */
  paymentId: string | null;
  reservationState: string;
  totalMinor: number;
  /** What other payments brought and what is not refunded or marked for it. */
  paidMinor: number;
  /** Its payments were agreed for days: each part of it is kept until the last one. */
  hasSchedule?: boolean;
  /** The payment of the fact was applied before. */
  isApplied: boolean;
}

export type PaymentFact =
  | {
      kind: 'accepted';
      paymentId: string;
      amountMinor: number;
      currency: string;
      /** What it and the payments that the desk took with it are worth; 0 or absent for a payment by itself. */
      togetherMinor?: number;
      /** How it was paid; a card when absent. */
      method?: string;
    }
  | { kind: 'refused' | 'cancelled'; paymentId: string; expired?: boolean };

/**
 * How to act on a payment event.
 * `fulfil`: sell the seats, or refund when they are taken. `deposit`: an agreed part of a pre-reservation. `credit`: part of what a sold reservation owes. `refund`: return the money; `closes` when that ends the
 * sale.
 * `reopen`: nothing was paid, the buyer may retry. `note`: the same for what a sold reservation still owes, whose sale stays as it is.
 * `ignore`: already handled, or no longer relevant.
 */
export type Decision =
  | { do: 'fulfil' }
  | { do: 'deposit' }
  | { do: 'credit' }
  | { do: 'refund'; reason: 'amount' | 'currency' | 'paid-twice' | 'canceled' | 'closed'; closes: boolean }
  | { do: 'reopen'; outcome: 'REFUSED' | 'CANCELLED' }
  | { do: 'note' }
  | { do: 'ignore' };

export const CURRENCY = 'EUR';
/** Final outcomes of a sale: its money became tickets, or is refunded. */
const SETTLED: ReadonlySet<Outcome> = new Set(['VALIDATED', 'REFUND', 'VOIDED']);
/** Reservation states that a sale may change to VALIDATED. */
const OPEN_STATES = new Set(['DRAFT', 'PRE_RESERVATION', 'QUOTE_REQUESTED']);

/** Reasons of refunds, by the names that payments and the buyer's mail use. */
export const REFUND_REASONS = {
  seats: 'UNFULFILLABLE',
  closed: 'UNFULFILLABLE',
  amount: 'WRONG_AMOUNT',
  currency: 'WRONG_AMOUNT',
  'paid-twice': 'CHARGED_TWICE',
  canceled: 'PAID_AFTER_CANCELLATION',
} as const;

/**
 * The only decision of the process manager: a pure function of the stored state, so that events may arrive late, twice
 * or in another order. Money that was taken ends in tickets or in a refund, and in exactly one of them.
 */
export function decide(sale: Sale, fact: PaymentFact): Decision {
  const settled = SETTLED.has(sale.outcome);
  if (settled && sale.paymentId === fact.paymentId) return { do: 'ignore' };
  // An accepted payment stays so: a refusal or a cancellation of it that comes later says nothing new.
  if (sale.isApplied) return { do: 'ignore' };
  if (fact.kind !== 'accepted') {
    if (sale.outcome === 'VALIDATED') return { do: 'note' };
    const current = !settled && (sale.paymentId === null || sale.paymentId === fact.paymentId);
    return current
      ? { do: 'reopen', outcome: fact.kind === 'refused' ? 'REFUSED' : 'CANCELLED' }
      : { do: 'ignore' };
  }
  const { paidMinor } = sale;
  if (sale.outcome === 'VALIDATED')
    // An exchange may have made a sold reservation dearer, and a payment at the desk may have several parts.
    return fact.currency === CURRENCY && paidMinor + fact.amountMinor <= sale.totalMinor
      ? { do: 'credit' }
      : { do: 'refund', reason: 'paid-twice', closes: false };
  if (sale.outcome === 'VOIDED') return { do: 'refund', reason: 'canceled', closes: false };
  if (sale.outcome === 'REFUND') return { do: 'refund', reason: 'closed', closes: false };
  if (!OPEN_STATES.has(sale.reservationState)) return { do: 'refund', reason: 'canceled', closes: true };
  const isReserved = sale.reservationState === 'PRE_RESERVATION';
  const isScheduled = sale.hasSchedule === true && isReserved;
  // A wrong payment neither takes the seats of a deposit nor gives it back, even when its schedule was removed.
  const closes = !isScheduled && !(isReserved && paidMinor > 0);
  if (fact.currency !== CURRENCY) return { do: 'refund', reason: 'currency', closes };
  // Parts of an instalment are deposits one by one: together they need not be the total.
  if (isScheduled) {
    const afterMinor = paidMinor + fact.amountMinor;
    if (afterMinor < sale.totalMinor) return { do: 'deposit' };
    return afterMinor === sale.totalMinor
      ? { do: 'fulfil' }
      : { do: 'refund', reason: 'paid-twice', closes: false };
  }
  if (paidMinor + (fact.togetherMinor || fact.amountMinor) !== sale.totalMinor)
    return { do: 'refund', reason: 'amount', closes };
  return { do: 'fulfil' };
}
