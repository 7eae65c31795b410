/** Version of RFC 9562 for ids of an own form; no other seat id has it. */
const NUMBERED = '8';
const VERSION_AT = 14;
const NUMBER_DIGITS = 4;
const SEATING_LENGTH = 36 - NUMBER_DIGITS;

/** The seating of an id and the seat's number in it, or null for an id that has no number. */
export function numberOfSeat(id: string): { seating: string; number: number } | null {
  if (id.charAt(VERSION_AT) !== NUMBERED) return null;
  return { seating: id.slice(0, SEATING_LENGTH), number: Number.parseInt(id.slice(SEATING_LENGTH), 16) };
}

/**
 * The id of a seat by its number: all seats of a performance differ in their last four digits only, so that 5,000 of
 * them need not be sent. `seating` is the id, or the beginning of the id, of any of these seats.
 */
export const seatIdOf = (seating: string, number: number): string =>
  seating.slice(0, SEATING_LENGTH) + number.toString(16).padStart(NUMBER_DIGITS, '0');
