import { localDate } from '@coulisse/contracts';

export type ArrivalState = 'NOT_ARRIVED' | 'PARTIALLY_ARRIVED' | 'TOTALLY_ARRIVED';

export function arrivalState(arrived: number, places: number): ArrivalState {
  if (arrived <= 0) return 'NOT_ARRIVED';
  return arrived < places ? 'PARTIALLY_ARRIVED' : 'TOTALLY_ARRIVED';
}

const HOUR_MS = 3_600_000;
/** An evening lasts past midnight. */
const EVENING_ENDS_AT = 6;

/** The day of the evening that a moment belongs to: until six in the morning, it is that of the day before. */
export const eveningOf = (at: Date, zone: string): string =>
  localDate(new Date(at.getTime() - EVENING_ENDS_AT * HOUR_MS), zone);
