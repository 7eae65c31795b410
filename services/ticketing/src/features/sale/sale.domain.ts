/** What the buyer is told of a sale. CANCELLED: they gave up paying; VOIDED: it was made, and then cancelled. */
export type Outcome = 'PENDING' | 'VALIDATED' | 'REFUSED' | 'CANCELLED' | 'REFUND' | 'VOIDED';

/** Steps of a sale over all services, in the order in which they normally come. */
export const STEPS = ['PAID', 'VALIDATED', 'TICKETED', 'RENDERED', 'MAILED', 'LINKED'] as const;
export type Step = (typeof STEPS)[number];
export type Steps = Partial<Record<Step, string>>;

/** A sale as it stands: its process row and what its reservation says. */
export interface Sale {
  outcome: Outcome;
  /** Payment that settled it, or the one under way. */
  paymentId: string | null;
  reservationState: string;
  totalMinor: number;
}

export type PaymentFact =
  | { kind: 'accepted'; paymentId: string; amountMinor: number; currency: string }
  | { kind: 'refused' | 'cancelled'; paymentId: string; expired?: boolean };

/**
 * What to do about a payment's fact.
 * `fulfil`: sell the seats, or refund when they are gone. `refund`: give the money back; `closes` when the sale ends with it.
 * `reopen`: nothing was paid, the buyer may try again. `ignore`: told before, or no longer of interest.
 */
export type Decision =
  | { do: 'fulfil' }
  | { do: 'refund'; why: 'amount' | 'currency' | 'paid-twice' | 'canceled' | 'closed'; closes: boolean }
  | { do: 'reopen'; outcome: 'REFUSED' | 'CANCELLED' }
  | { do: 'ignore' };

export const CURRENCY = 'EUR';
/** Ends of a sale: its money became tickets, or goes back. */
const SETTLED: ReadonlySet<Outcome> = new Set(['VALIDATED', 'REFUND', 'VOIDED']);
/** States that a sale may turn into VALIDATED. */
const OPEN_STATES = new Set(['DRAFT', 'PRE_RESERVATION', 'QUOTE_REQUESTED']);

/** Why money goes back, as payments and the buyer's mail name it. */
export const REFUND_REASONS = {
  seats: 'UNFULFILLABLE',
  closed: 'UNFULFILLABLE',
  amount: 'WRONG_AMOUNT',
  currency: 'WRONG_AMOUNT',
  'paid-twice': 'CHARGED_TWICE',
  canceled: 'PAID_AFTER_CANCELLATION',
} as const;

/**
 * The process manager's only judgement. It is a function of what is known, so that events may come late, twice
 * or in another order: money that was taken ends in tickets or in a refund, and in one of them only.
 */
export function decide(sale: Sale, fact: PaymentFact): Decision {
  const settled = SETTLED.has(sale.outcome);
  if (settled && sale.paymentId === fact.paymentId) return { do: 'ignore' };
  if (fact.kind !== 'accepted') {
    const current = !settled && (sale.paymentId === null || sale.paymentId === fact.paymentId);
    return current
      ? { do: 'reopen', outcome: fact.kind === 'refused' ? 'REFUSED' : 'CANCELLED' }
      : { do: 'ignore' };
  }
  if (sale.outcome === 'VALIDATED') return { do: 'refund', why: 'paid-twice', closes: false };
  if (sale.outcome === 'VOIDED') return { do: 'refund', why: 'canceled', closes: false };
  if (sale.outcome === 'REFUND') return { do: 'refund', why: 'closed', closes: false };
  if (!OPEN_STATES.has(sale.reservationState)) return { do: 'refund', why: 'canceled', closes: true };
  if (fact.currency !== CURRENCY) return { do: 'refund', why: 'currency', closes: true };
  if (fact.amountMinor !== sale.totalMinor) return { do: 'refund', why: 'amount', closes: true };
  return { do: 'fulfil' };
}
