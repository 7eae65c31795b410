import { DateTime } from 'luxon';

/** The current week of a theatre and the one before, as instants of its own time zone. */
export interface Weeks {
  /** Monday of the week before, at midnight. */
  lastMonday: Date;
  /** A week before now: what was sold until then is compared with what is sold until now. */
  sameTimeLastWeek: Date;
  /** Local dates, `YYYY-MM-DD`. */
  days: { lastMonday: string; monday: string; today: string; inSevenDays: string };
}

/** Weeks begin on Monday (ISO 8601). Days are of the calendar: the change to summer time does not move them. */
export function weeksOf(now: Date, zone: string): Weeks {
  const local = DateTime.fromJSDate(now, { zone });
  const monday = local.startOf('week');
  const lastMonday = monday.minus({ weeks: 1 });
  const day = (date: DateTime): string => date.toFormat('yyyy-MM-dd');
  return {
    lastMonday: lastMonday.toJSDate(),
    sameTimeLastWeek: local.minus({ weeks: 1 }).toJSDate(),
    days: {
      lastMonday: day(lastMonday),
      monday: day(monday),
      today: day(local),
      inSevenDays: day(local.plus({ days: 7 })),
    },
  };
}

/** The smallest UUID of version 7 of an instant: identifiers of what was created since then are not below it. */
export function firstIdSince(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
