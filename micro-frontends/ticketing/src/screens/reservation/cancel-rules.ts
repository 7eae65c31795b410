const TOLD_OF = new Set(['VALIDATED', 'PRE_RESERVATION', 'QUOTE_REQUESTED']);

/** Whether the buyer is mailed that a reservation is cancelled, when they have an address. Of a draft no mail has told them. */
export const isCancellationMailed = (state: string): boolean => TOLD_OF.has(state);
