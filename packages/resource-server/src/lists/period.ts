import { PERIODS, type FieldSpec, type Period } from '@coulisse/resource';
import { LOCAL_ZONE } from '@coulisse/service-kit/database';

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';
/** Unit of a period, its offset from the current unit, and its length in units. */
const SHAPES: Readonly<Record<Period, readonly [unit: Unit, from: number, count: number]>> = {
  today: ['day', 0, 1],
  yesterday: ['day', -1, 1],
  tomorrow: ['day', 1, 1],
  thisWeek: ['week', 0, 1],
  lastWeek: ['week', -1, 1],
  nextWeek: ['week', 1, 1],
  thisMonth: ['month', 0, 1],
  lastMonth: ['month', -1, 1],
  nextMonth: ['month', 1, 1],
  thisQuarter: ['quarter', 0, 1],
  lastQuarter: ['quarter', -1, 1],
  last30: ['day', -29, 30],
  next30: ['day', 0, 30],
  thisYear: ['year', 0, 1],
  lastYear: ['year', -1, 1],
};
/** PostgreSQL has no interval of a quarter. */
const LENGTHS: Readonly<Record<Unit, string>> = {
  day: '1 day',
  week: '1 week',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
};

export const isPeriod = (text: string): text is Period => PERIODS.some((period) => period === text);
/** Kinds that can be filtered by a period. */
export const hasPeriods = ({ kind }: FieldSpec) => kind === 'date' || kind === 'datetime';

/**
 * The condition that a value lies in a period, without its end. Weeks begin on Monday (ISO 8601), days at midnight of
 * the tenant. `now` is an SQL expression of an instant; default: the clock of the database.
 */
export function periodCondition(
  expression: string,
  { kind }: FieldSpec,
  period: Period,
  now = 'now()',
): string {
  const [unit, from, count] = SHAPES[period];
  const start = `date_trunc('${unit}', ${now} AT TIME ZONE ${LOCAL_ZONE})`;
  const bound = (units: number) => {
    const moment = `(${start} + ${units} * interval '${LENGTHS[unit]}')`;
    return kind === 'date' ? `${moment}::date` : `${moment} AT TIME ZONE ${LOCAL_ZONE}`;
  };
  return `(${expression} >= ${bound(from)} AND ${expression} < ${bound(from + count)})`;
}
