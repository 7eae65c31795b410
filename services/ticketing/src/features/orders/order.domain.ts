/** What an order is worth to its buyer now. */
export type Situation =
  | 'VALID'
  | 'PARTLY_CANCELED'
  | 'PAST'
  | 'CANCELED'
  | 'PERFORMANCE_CANCELED'
  | 'PRE_RESERVED'
  | 'QUOTE_REQUESTED'
  | 'QUOTE_REFUSED'
  | 'PENDING';

export interface OrderFacts {
  state: string;
  isPerformanceCanceled: boolean;
  hasCanceledSeats: boolean;
  startsAt: Date;
}

/** A guest who comes late, or stays for the second show, still shows the ticket. */
const SHOWN_AFTER_START_MS = 12 * 3_600_000;

export function situationOf(
  { state, isPerformanceCanceled, hasCanceledSeats, startsAt }: OrderFacts,
  now: Date,
): Situation {
  switch (state) {
    case 'CANCELED':
      return 'CANCELED';
    case 'QUOTE_REQUESTED':
    case 'QUOTE_REFUSED':
      return state;
    case 'PRE_RESERVATION':
      return isPerformanceCanceled ? 'PERFORMANCE_CANCELED' : 'PRE_RESERVED';
    case 'VALIDATED':
      if (isPerformanceCanceled) return 'PERFORMANCE_CANCELED';
      if (startsAt.getTime() + SHOWN_AFTER_START_MS < now.getTime()) return 'PAST';
      return hasCanceledSeats ? 'PARTLY_CANCELED' : 'VALID';
    default:
      return 'PENDING';
  }
}

/** Whether the tickets of an order open the door: only these are shown with their codes. */
export const showsCodes = (situation: Situation): boolean =>
  situation === 'VALID' || situation === 'PARTLY_CANCELED';
