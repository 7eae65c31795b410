/**
 * Whether the buyer is mailed that a reservation is cancelled, when they have an address: of a sale always, of what was
 * only promised when money was paid, which comes back or is not refunded. A draft had nothing.
 */
export const isCancellationMailed = ({
  state,
  paidMinor,
}: {
  state: string;
  /** By payments and gift vouchers. */
  paidMinor: number;
}): boolean =>
  state === 'VALIDATED' || ((state === 'PRE_RESERVATION' || state === 'QUOTE_REQUESTED') && paidMinor > 0);
