import type { Reservation } from '../api/types';

/** What is waited for, of a reservation or of a gift voucher. */
type Awaited = Pick<Reservation, 'outcome' | 'documentReady' | 'mailSent'> &
  Partial<Pick<Reservation, 'ticketsOn'>>;

const SECOND = 1_000;
const LONGEST = 15_000;
/** The bank may be slow; after this time the page stops polling. */
const PENDING_LIMIT = 10 * 60 * SECOND;
/** Tickets and mail follow within seconds; after this time the page stops polling for them. */
const DOCUMENTS_LIMIT = 3 * 60 * SECOND;
/** After this time the page shows that the bank is slow. */
export const SLOW_AFTER = 40 * SECOND;

export const isComplete = (reservation: Awaited): boolean =>
  reservation.outcome === 'VALIDATED' &&
  (Boolean(reservation.ticketsOn) || (reservation.documentReady && reservation.mailSent));

/** Delay to the next poll: a second at first, then increasing; false when polling is over. */
export function nextPoll(reservation: Awaited | undefined, waited: number): number | false {
  if (reservation && !['PENDING', 'VALIDATED'].includes(reservation.outcome)) return false;
  if (reservation && isComplete(reservation)) return false;
  const limit = reservation?.outcome === 'VALIDATED' ? DOCUMENTS_LIMIT : PENDING_LIMIT;
  if (waited >= limit) return false;
  const pause = waited < 20 * SECOND ? SECOND : Math.min(LONGEST, Math.round(waited / 20));
  // The last answer comes when the time is over, so that the page says so.
  return Math.min(pause, Math.max(SECOND, limit - waited));
}
