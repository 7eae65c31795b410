export type DeadlineError = 'reservation.deadline-past' | 'reservation.deadline-after-start';

/**
 * Why seats cannot be held until a moment. They are of no use once the performance has begun; one that has begun already
 * is still sold at the desk, and sets no limit.
 */
export function deadlineError(deadline: Date, startsAt: Date | null, now: Date): DeadlineError | null {
  if (deadline <= now) return 'reservation.deadline-past';
  return isAfterStart(deadline, startsAt, now) ? 'reservation.deadline-after-start' : null;
}

/** Whether a deadline lies after the beginning of a performance that is still to come. */
export const isAfterStart = (deadline: Date, startsAt: Date | null, now: Date): boolean =>
  startsAt !== null && startsAt > now && deadline > startsAt;
