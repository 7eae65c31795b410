import { localDate } from '@coulisse/contracts/time-zone';
import { DateTime } from 'luxon';

/** The instant at which a performance begins: its first show time, or its first meal when nothing is played. */
export function startOf(
  date: string,
  showTimes: readonly string[],
  mealTimes: readonly string[],
  zone: string,
): string | null {
  const first = [...(showTimes.length > 0 ? showTimes : mealTimes)].sort()[0];
  if (first === undefined) return null;
  return DateTime.fromISO(`${date}T${first}`, { zone }).toUTC().toISO();
}

/** Year in codes, in local time, so that New Year's Eve keeps its year. */
export const currentYear = (zone: string, now: Date = new Date()): number =>
  Number(localDate(now, zone).slice(0, 4));
