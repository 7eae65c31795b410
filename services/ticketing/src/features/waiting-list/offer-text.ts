import type { Language } from '@coulisse/contracts';
import { seatName } from '@coulisse/seat-plan';

export interface OfferedSeat {
  row: string;
  number: string;
  tableId: string | null;
}

/** The longest text that an entry keeps of its offer. */
const LONGEST = 2_000;

/** The offered seats in one line: 'Rang A, place 10 · Rang A, place 11'. */
export const offerText = (seats: readonly OfferedSeat[], language: Language): string =>
  seats
    .map((seat) => seatName(seat, language))
    .join('\u00a0· ')
    .slice(0, LONGEST);
