import { endOfMonth, endOfYear, format, isValid, parseISO, startOfMonth, startOfYear } from 'date-fns';

/** Two days, both included: 'YYYY-MM-DD'. */
export interface DayRange {
  from: string;
  to: string;
}

const day = (date: Date): string => format(date, 'yyyy-MM-dd');

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
