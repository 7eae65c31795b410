import type { RetrySchedule } from '../../src/events/retry-schedule';

/** The schedule of production, a hundred times faster. */
export const FAST: RetrySchedule = {
  firstMs: 30,
  soonMs: 100,
  soonForMs: 6_000,
  maxMs: 3_000,
  giveUpMs: 3_600_000,
};
