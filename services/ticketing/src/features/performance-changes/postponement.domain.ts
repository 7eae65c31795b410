import { Problem, type FieldError } from '@coulisse/service-kit/problem';

/** When a performance is played. */
export interface PlayingTime {
  date: string;
  /** Local times, HH:MM. */
  showTimes: readonly string[];
  mealTimes: readonly string[];
  /** ISO 8601. */
  startsAt: string;
}

const sameTimes = (times: readonly string[], others: readonly string[]): boolean =>
  [...times].sort().join() === [...others].sort().join();

const refused = (
  code: 'performance.same-time' | 'performance.time-past' | 'performance.cancelable-until',
  field: string,
) => {
  const errors: FieldError[] = [{ pointer: `/${field}`, code }];
  return new Problem(code, { errors });
};

/**
 * Refuses a postponement to the same time, to the past, and one whose buyers could cancel after its new beginning.
 * @param cancelableUntil Until when buyers may cancel on line; null when they may not.
 */
export function checkPostponement(
  before: PlayingTime,
  after: PlayingTime,
  cancelableUntil: Date | null,
  now: Date,
): void {
  const isSame =
    before.date === after.date &&
    sameTimes(before.showTimes, after.showTimes) &&
    sameTimes(before.mealTimes, after.mealTimes);
  if (isSame) throw refused('performance.same-time', 'date');
  if (new Date(after.startsAt) <= now) throw refused('performance.time-past', 'date');
  if (cancelableUntil && (cancelableUntil <= now || cancelableUntil > new Date(after.startsAt)))
    throw refused('performance.cancelable-until', 'cancelableUntil');
}

/** The end of the online sale keeps its distance from the beginning; null stays null. */
export const movedDeadline = (
  deadline: string | null,
  { startsAt: from }: PlayingTime,
  { startsAt: to }: PlayingTime,
): string | null =>
  deadline === null ? null : new Date(Date.parse(deadline) + Date.parse(to) - Date.parse(from)).toISOString();
