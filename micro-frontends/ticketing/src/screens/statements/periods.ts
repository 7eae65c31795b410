/** Local dates, `YYYY-MM-DD`, both included. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

export const PERIODS = ['today', 'month', 'last-month', 'quarter', 'last-quarter', 'year'] as const;
export type PeriodName = (typeof PERIODS)[number];

const MONTHS_OF_QUARTER = 3;
const day = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
/** Whole months, from the first day of one until the last day of another; months count from 0 and may overflow. */
const months = (year: number, from: number, count: number): Period => ({
  from: day(year, from, 1),
  until: day(year, from + count, 0),
});

/** The period of a name on a day. Declarations follow the calendar: months for CNM, quarters for SIBIL. */
export function periodOf(name: PeriodName, today: string): Period {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  const quarter = month - (month % MONTHS_OF_QUARTER);
  switch (name) {
    case 'today':
      return { from: today, until: today };
    case 'month':
      return months(year, month, 1);
    case 'last-month':
      return months(year, month - 1, 1);
    case 'quarter':
      return months(year, quarter, MONTHS_OF_QUARTER);
    case 'last-quarter':
      return months(year, quarter - MONTHS_OF_QUARTER, MONTHS_OF_QUARTER);
    case 'year':
      return months(year, 0, 12);
  }
}

/** The name of a period on a day, if it has one. */
export const nameOf = ({ from, until }: Period, today: string): PeriodName | null =>
  PERIODS.find((name) => {
    const period = periodOf(name, today);
    return period.from === from && period.until === until;
  }) ?? null;
