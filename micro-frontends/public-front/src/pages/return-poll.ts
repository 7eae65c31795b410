import type { Reservation } from '../api/types';

const SECOND = 1_000;
const LONGEST = 15_000;
/** The bank may take its time; after this the page stops asking by itself. */
const PENDING_LIMIT = 10 * 60 * SECOND;
/** Tickets and mail follow within seconds; a page that waits longer for them says so and stops. */
const DOCUMENTS_LIMIT = 3 * 60 * SECOND;
/** From here on the page says that the bank is slow. */
export const SLOW_AFTER = 40 * SECOND;

export const isComplete = (reservation: Reservation): boolean =>
  reservation.outcome === 'VALIDATED' && reservation.documentReady && reservation.mailSent;

/** Every second at first, then less and less often; false when there is nothing left to wait for. */
export function nextPoll(reservation: Reservation | undefined, waited: number): number | false {
  if (reservation && !['PENDING', 'VALIDATED'].includes(reservation.outcome)) return false;
  if (reservation && isComplete(reservation)) return false;
  const limit = reservation?.outcome === 'VALIDATED' ? DOCUMENTS_LIMIT : PENDING_LIMIT;
  if (waited > limit) return false;
  return waited < 20 * SECOND ? SECOND : Math.min(LONGEST, Math.round(waited / 20));
}
