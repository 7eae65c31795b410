import type { Choice } from '../booking/hold-queue';

const keyOf = (performanceId: string): string => `wanted-seats:${performanceId}`;

/** Keeps what a visitor had chosen when the waiting room opened, also over a reload of the page. */
export function keepWantedSeats(performanceId: string, choice: Choice): void {
  try {
    sessionStorage.setItem(keyOf(performanceId), JSON.stringify([...choice]));
  } catch {
    // Without storage (private mode) only the choice is lost; the seats can be chosen again.
  }
}

const isEntry = (value: unknown): value is [string, string | null] =>
  Array.isArray(value) && typeof value[0] === 'string' && (value[1] === null || typeof value[1] === 'string');

function stored(performanceId: string): Choice {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(keyOf(performanceId)) ?? '[]');
    return new Map(Array.isArray(entries) ? entries.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

export const hasWantedSeats = (performanceId: string): boolean => stored(performanceId).size > 0;

/** The kept choice, once. */
export function takeWantedSeats(performanceId: string): Choice {
  const choice = stored(performanceId);
  if (choice.size > 0) sessionStorage.removeItem(keyOf(performanceId));
  return choice;
}
