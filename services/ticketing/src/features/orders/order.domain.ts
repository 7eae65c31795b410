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

export interface CancellationFacts {
  situation: Situation;
  /** Hours before the performance until which the theatre lets buyers cancel; null when it does not. */
  hours: number | null;
  /** After a postponement: until when buyers may cancel whatever the theatre allows otherwise; null without one. */
  postponedUntil: Date | null;
  arrivedCount: number;
  startsAt: Date;
}

const CANCELABLE: ReadonlySet<Situation> = new Set(['VALID', 'PARTLY_CANCELED', 'PRE_RESERVED']);

/** Until when the buyer may cancel the whole order; null when it is too late, or not for the buyer to do. */
export function cancelableUntil(
  { situation, hours, postponedUntil, arrivedCount, startsAt }: CancellationFacts,
  now: Date,
): Date | null {
  if (arrivedCount > 0 || !CANCELABLE.has(situation)) return null;
  const byHours = hours === null ? null : new Date(startsAt.getTime() - hours * 3_600_000);
  const until = [byHours, postponedUntil].filter((date) => date !== null).sort((a, b) => +b - +a)[0];
  return until && now < until ? until : null;
}

/** Whether the tickets of an order open the door: only these are shown with their codes. */
export const showsCodes = (situation: Situation): boolean =>
  situation === 'VALID' || situation === 'PARTLY_CANCELED';

export interface DueFacts {
  situation: Situation;
  /** Until when a pre-reservation may be paid. */
  deadline: Date | null;
  totalMinor: number;
  /** What payments and gift vouchers brought, without what is given back. */
  paidMinor: number;
}

const OWING: ReadonlySet<Situation> = new Set(['VALID', 'PARTLY_CANCELED', 'PAST', 'PRE_RESERVED']);

/** What the buyer of an order may pay now; zero when nothing is due, or when no money is taken for it any more. */
export function amountToPay({ situation, deadline, totalMinor, paidMinor }: DueFacts, now: Date): number {
  if (!OWING.has(situation)) return 0;
  if (situation === 'PRE_RESERVED' && (deadline === null || deadline <= now)) return 0;
  return Math.max(0, totalMinor - paidMinor);
}
