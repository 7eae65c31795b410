import type { BankForm } from '../support/bank';

/** One call as its client saw it: a status, or how the connection ended instead. */
export interface CallRecord {
  at: number;
  ms: number;
  experiment: string;
  method: string;
  route: string;
  status?: number;
  /** `code` of a problem, or of the error of the connection. */
  code?: string;
  problem: boolean;
}

/** A buyer from the first seat to the mail. Times are those of this process. */
export interface Buyer {
  experiment: string;
  email: string;
  performance: string;
  seats: string[];
  cart?: string;
  cartId?: string;
  reservation?: { id: string; code: string };
  paymentId?: string;
  form?: BankForm;
  /** The notification that the bank sent. */
  notification?: string;
  /** The query that the browser brings back from the bank, signed as well. */
  returned?: string;
  heldAt?: number;
  releasedAt?: number;
  /** When the bank took the money. */
  acceptedAt?: number;
  ticketsAt?: number;
  mailedAt?: number;
  refundAt?: number;
  gaveUp?: string;
  /** Whether a repeated call under the same key got a different response. */
  differentReplay?: boolean;
}

export interface History {
  since: number;
  /** Number of the bank's transactions before the run. */
  ledgerFrom: number;
  calls: CallRecord[];
  buyers: Buyer[];
}

export const isDone = ({ ticketsAt, mailedAt, refundAt }: Buyer): boolean =>
  refundAt !== undefined || (ticketsAt !== undefined && mailedAt !== undefined);

export const accepted = ({ buyers }: History): Buyer[] =>
  buyers.filter(({ acceptedAt }) => acceptedAt !== undefined);

/** Seconds from the bank's acceptance to the mail with the tickets. */
export function waitsOf(buyers: readonly Buyer[]): number[] {
  return buyers
    .filter(({ acceptedAt, mailedAt }) => acceptedAt !== undefined && mailedAt !== undefined)
    .map(({ acceptedAt, mailedAt }) => (mailedAt! - acceptedAt!) / 1000)
    .sort((a, b) => a - b);
}

/** @param sorted ascending */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? 0;
