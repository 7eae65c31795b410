import { DateTime } from 'luxon';

/** Dates and times of performances are local times in this zone. */
export const TIME_ZONE = 'Europe/Paris';

/** The instant at which a performance begins: its first show time, or its first meal when nothing is played. */
export function startOf(
  date: string,
  showTimes: readonly string[],
  mealTimes: readonly string[],
): string | null {
  const first = [...(showTimes.length > 0 ? showTimes : mealTimes)].sort()[0];
  if (first === undefined) return null;
  return DateTime.fromISO(`${date}T${first}`, { zone: TIME_ZONE }).toUTC().toISO();
}

/** Year in codes, in local time, so that New Year's Eve keeps its year. */
export const currentYear = (now: Date = new Date()): number =>
  DateTime.fromJSDate(now, { zone: TIME_ZONE }).year;

/** The current local date, `YYYY-MM-DD`. */
export const today = (now: Date = new Date()): string =>
  DateTime.fromJSDate(now, { zone: TIME_ZONE }).toISODate() ?? '';
