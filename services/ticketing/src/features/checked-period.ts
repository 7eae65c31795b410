import { Problem } from '@coulisse/service-kit';

const DAY_MS = 86_400_000;
/** A season, or the same day of the next year. */
const MOST_DAYS = 366;

/** Local dates; both days are included. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

/** The period of a request; throws if it ends before it begins, or is longer than a year. */
export function checkedPeriod({ from, until }: Period): Period {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
  const refuse = (code: 'validation.period' | 'statement.period-too-long', params = {}) =>
    new Problem('validation.failed', { errors: [{ pointer: '/until', code, params }] });
  if (days < 1) throw refuse('validation.period');
  if (days > MOST_DAYS) throw refuse('statement.period-too-long', { days: MOST_DAYS });
  return { from, until };
}
