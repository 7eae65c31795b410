import { cents, type Cents } from './cents';

/** Equal parts of an amount, rounded down; the last one takes the remainder. */
export function instalments(amount: Cents, count: number): Cents[] {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`${count} is not a number of instalments`);
  const base = Math.trunc(cents(amount) / count);
  const parts = Array<Cents>(count).fill(cents(base));
  parts[count - 1] = cents(amount - base * (count - 1));
  return parts;
}

/** What lies between two instalments: days, a month, or the end of each month. */
export type Interval = { readonly days: number } | 'monthly' | 'endOfMonth';
export interface Instalment {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly minor: Cents;
}
export interface ScheduleInput {
  readonly totalMinor: Cents;
  /** Of the first instalment, `YYYY-MM-DD`. */
  readonly from: string;
  readonly count: number;
  readonly interval: Interval;
}

const MOST_INSTALMENTS = 120;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

function parseDay(text: string): Date {
  const [, year, month, day] = DAY.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text)
    throw new RangeError(`${JSON.stringify(text)} is not a date`);
  return date;
}
const formatDay = (date: Date) => date.toISOString().slice(0, 10);

/** The same day of a later month, or its last day when it is shorter; `day` 31 is always the last. */
function inMonth(first: Date, months: number, day: number): Date {
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, lastDay)));
}

function dayOf(first: Date, interval: Interval, index: number): Date {
  if (interval === 'monthly') return inMonth(first, index, first.getUTCDate());
  if (interval === 'endOfMonth') return inMonth(first, index, 31);
  return new Date(first.getTime() + index * interval.days * 86_400_000);
}

/** A schedule of payments: equal amounts, the last one takes the remainder. The first `endOfMonth` ends the month of `from`. */
export function paymentSchedule({ totalMinor, from, count, interval }: ScheduleInput): Instalment[] {
  if (totalMinor < 0) throw new RangeError('a schedule is made of an amount that is due');
  if (!Number.isInteger(count) || count < 1 || count > MOST_INSTALMENTS)
    throw new RangeError(`a schedule has 1 to ${MOST_INSTALMENTS} instalments`);
  if (
    typeof interval === 'object' &&
    (!Number.isInteger(interval.days) || interval.days < 1 || interval.days > 366)
  )
    throw new RangeError('instalments are 1 to 366 days apart');
  const first = parseDay(from);
  return instalments(totalMinor, count).map((minor, index) => ({
    date: formatDay(dayOf(first, interval, index)),
    minor,
  }));
}
