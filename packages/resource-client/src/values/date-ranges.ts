import { instantOf, localDay } from '@coulisse/ui-kit/format';

/** Two days, both included: 'YYYY-MM-DD'. */
export interface DayRange {
  from: string;
  to: string;
}

/** The last day of a month, 1 to 12: day zero of the next one. */
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Whether a range is exactly one calendar month or year. */
export const wholePeriod = ({ from, to }: DayRange): 'month' | 'year' | null => {
  const [, year = '', month = ''] = /^(\d{4})-(0[1-9]|1[0-2])-01$/.exec(from) ?? [];
  if (month === '01' && to === `${year}-12-31`) return 'year';
  return year && to === `${year}-${month}-${lastDay(Number(year), Number(month))}` ? 'month' : null;
};

/** First and last instant of a local day: the API compares instants. */
export const startOfDayInstant = (value: string): string => instant(value, 'T00:00:00.000');
export const endOfDayInstant = (value: string): string => instant(value, 'T23:59:59.999');

const instant = (value: string, time: string): string => {
  const date = instantOf(`${value}${time}`);
  return isValid(date) ? date.toISOString() : value;
};

/** The local day of an instant, or the day itself. */
export const dayOf = (value: string): string => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  const date = new Date(value);
  return isValid(date) ? localDay(date) : value;
};

const isValid = (date: Date): boolean => !Number.isNaN(date.getTime());
