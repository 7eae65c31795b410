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

export interface ChangeFacts {
  situation: Situation;
  /** Hours before the performance until which the theatre lets buyers do it; null when it does not. */
  hours: number | null;
  /** After a postponement: until when they may do it whatever the theatre allows otherwise; null without one. */
  postponedUntil: Date | null;
  arrivedCount: number;
  startsAt: Date;
}

const CANCELABLE: ReadonlySet<Situation> = new Set(['VALID', 'PARTLY_CANCELED', 'PRE_RESERVED']);
const EXCHANGEABLE: ReadonlySet<Situation> = new Set(['VALID', 'PARTLY_CANCELED']);

function changeableUntil(
  { situation, hours, postponedUntil, arrivedCount, startsAt }: ChangeFacts,
  situations: ReadonlySet<Situation>,
  now: Date,
): Date | null {
  if (arrivedCount > 0 || !situations.has(situation)) return null;
  const byHours = hours === null ? null : new Date(startsAt.getTime() - hours * 3_600_000);
  const until = [byHours, postponedUntil].filter((date) => date !== null).sort((a, b) => +b - +a)[0];
  return until && now < until ? until : null;
}

/** Until when the buyer may cancel the whole order; null when it is too late, or not for the buyer to do. */
export const cancelableUntil = (facts: ChangeFacts, now: Date): Date | null =>
  changeableUntil(facts, CANCELABLE, now);

/** Until when the buyer may take another date of the same show; null when it is too late, or not for the buyer to do. */
export const exchangeableUntil = (facts: ChangeFacts, now: Date): Date | null =>
  changeableUntil(facts, EXCHANGEABLE, now);

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
