import {
  addDays,
  addMonths,
  addQuarters,
  addWeeks,
  addYears,
  endOfMonth,
  endOfQuarter,
  endOfWeek,
  endOfYear,
  format,
  isValid,
  parseISO,
  startOfMonth,
  startOfQuarter,
  startOfWeek,
  startOfYear,
} from 'date-fns';

/** Two days, both included: 'YYYY-MM-DD'. */
export interface DayRange {
  from: string;
  to: string;
}

const day = (date: Date): string => format(date, 'yyyy-MM-dd');
const range = (from: Date, to: Date): DayRange => ({ from: day(from), to: day(to) });
/** Weeks begin on Monday. */
const MONDAY = { weekStartsOn: 1 } as const;

const week = (date: Date) => range(startOfWeek(date, MONDAY), endOfWeek(date, MONDAY));
const month = (date: Date) => range(startOfMonth(date), endOfMonth(date));
const quarter = (date: Date) => range(startOfQuarter(date), endOfQuarter(date));
const year = (date: Date) => range(startOfYear(date), endOfYear(date));

const QUICK = {
  today: (now: Date) => range(now, now),
  yesterday: (now: Date) => range(addDays(now, -1), addDays(now, -1)),
  tomorrow: (now: Date) => range(addDays(now, 1), addDays(now, 1)),
  thisWeek: week,
  lastWeek: (now: Date) => week(addWeeks(now, -1)),
  nextWeek: (now: Date) => week(addWeeks(now, 1)),
  thisMonth: month,
  lastMonth: (now: Date) => month(addMonths(now, -1)),
  nextMonth: (now: Date) => month(addMonths(now, 1)),
  thisQuarter: quarter,
  lastQuarter: (now: Date) => quarter(addQuarters(now, -1)),
  last30: (now: Date) => range(addDays(now, -29), now),
  thisYear: year,
  lastYear: (now: Date) => year(addYears(now, -1)),
  next30: (now: Date) => range(now, addDays(now, 29)),
} satisfies Record<string, (now: Date) => DayRange>;

export type QuickRange = keyof typeof QUICK;
export const QUICK_RANGES = Object.keys(QUICK) as QuickRange[];

export const quickRange = (name: QuickRange, now = new Date()): DayRange => QUICK[name](now);

/** The name of a range of days, if it has one now. */
export const nameOfRange = ({ from, to }: DayRange, now = new Date()): QuickRange | null =>
  QUICK_RANGES.find((name) => {
    const known = quickRange(name, now);
    return known.from === from && known.to === to;
  }) ?? null;

/** The whole month or year that a range covers, whatever the day is now. */
export const wholePeriod = ({ from, to }: DayRange): 'month' | 'year' | null => {
  const start = parseISO(from);
  if (!isValid(start)) return null;
  if (day(startOfYear(start)) === from && day(endOfYear(start)) === to) return 'year';
  return day(startOfMonth(start)) === from && day(endOfMonth(start)) === to ? 'month' : null;
};

/** The first or the last instant of a local day, as the API compares instants. */
export const startOfDayInstant = (value: string): string => instant(value, 'T00:00:00.000');
export const endOfDayInstant = (value: string): string => instant(value, 'T23:59:59.999');

const instant = (value: string, time: string): string => {
  const date = parseISO(`${value}${time}`);
  return isValid(date) ? date.toISOString() : value;
};

/** The local day of an instant, or the day itself. */
export const dayOf = (value: string): string => {
  const date = parseISO(value);
  return isValid(date) ? day(date) : value;
};
