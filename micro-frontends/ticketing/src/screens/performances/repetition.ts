/** Days of the week as ISO numbers them: 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Performances that one repetition creates at most. */
export const MOST_DATES = 120;
const DAY_MS = 86_400_000;

export const weekdayOf = (day: string): Weekday => (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) as Weekday;

/** A Monday, to name the days of the week. */
export const dayNamed = (weekday: Weekday): string => `2024-01-0${weekday}`;

/**
 * Local dates from the first day until a last one, both included, on the chosen days of the week. The first day is
 * always one of them. At most `MOST_DATES`.
 */
export function datesOf(first: string, weekdays: ReadonlySet<Weekday>, until: string): string[] {
  const dates = [first];
  const last = Date.parse(`${until}T00:00:00Z`);
  for (
    let at = Date.parse(`${first}T00:00:00Z`) + DAY_MS;
    at <= last && dates.length < MOST_DATES;
    at += DAY_MS
  ) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (weekdays.has(weekdayOf(day))) dates.push(day);
  }
  return dates;
}
