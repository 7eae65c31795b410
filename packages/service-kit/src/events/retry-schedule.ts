/** When failed deliveries are retried. */
export interface RetrySchedule {
  firstMs: number;
  /** Longest delay while the failure is recent: messages recover within seconds of the end of a short outage. */
  soonMs: number;
  soonForMs: number;
  maxMs: number;
  /** A transient failure that lasts longer is DEAD: an administrator has to decide. */
  giveUpMs: number;
}

export const DEFAULT_SCHEDULE: RetrySchedule = {
  firstMs: 2_000,
  soonMs: 10_000,
  soonForMs: 10 * 60_000,
  maxMs: 5 * 60_000,
  giveUpMs: 7 * 24 * 3_600_000,
};

/**
 * Delay before the next attempt, from how long the message has been retried: half of that time up to `soonMs`, later a
 * tenth of it up to `maxMs`; a quarter less or more, so that messages that failed together are not retried together.
 */
export function retryDelay(
  ageMs: number,
  { firstMs, soonMs, soonForMs, maxMs }: RetrySchedule = DEFAULT_SCHEDULE,
  random: () => number = Math.random,
): number {
  const age = Math.max(0, ageMs);
  const full = age <= soonForMs ? Math.min(age / 2, soonMs) : Math.min(Math.max(age / 10, soonMs), maxMs);
  return Math.max(firstMs, full) * (0.75 + 0.5 * random());
}

export const isExhausted = (ageMs: number, { giveUpMs }: RetrySchedule = DEFAULT_SCHEDULE): boolean =>
  ageMs >= giveUpMs;
