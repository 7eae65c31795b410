import { Cron } from 'croner';

/** Further times are not counted: a schedule of minutes that was down for months has many. */
const MOST_COUNTED = 100;

/** The planned times of a schedule. */
export interface ScheduleTimes {
  /** The first planned time after an instant. */
  next(after: Date): Date;
  /** The last planned time up to `until`, and how many there are from `first` to it; `first` is one itself. */
  due(first: Date, until: Date): { last: Date; count: number };
}

/**
 * The times of a cron expression of five parts in a time zone. A local time that a clock change skips is planned at the
 * end of the gap, one that occurs twice at its first occurrence; an expression that names every hour or minute is planned
 * at each that passes. Throws for an expression that is not valid or never due, and for an unknown zone.
 */
export function scheduleTimes(cron: string, zone: string): ScheduleTimes {
  const times = new Cron(cron, { timezone: zone, paused: true, mode: '5-part' });
  const next = (after: Date): Date => {
    const found = times.nextRun(after);
    if (!found) throw new Error(`"${cron}" is never due`);
    return found;
  };
  next(new Date());
  return {
    next,
    due: (first, until) => {
      let [last, count] = [first, 1];
      for (let following = next(first); following <= until; following = next(following)) {
        last = following;
        count += 1;
        if (count >= MOST_COUNTED) {
          // The count is a lower bound now; the last time is still the right one.
          last = times.previousRuns(1, new Date(until.getTime() + 1))[0] ?? last;
          break;
        }
      }
      return { last, count };
    },
  };
}
