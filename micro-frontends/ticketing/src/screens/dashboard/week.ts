import type { BoxOfficeOverview, PerformanceSale, Sold } from '../../figure-types';

export const DAYS_OF_WEEK = 7;

/** Sales of the same weekday of this week and of the last one, in cents; null for a day that has not come yet. */
export interface WeekdaySales {
  day: string;
  now: number | null;
  before: number;
}

const plus = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/**
 * Tonight has a card for each of its performances, or the next one has; the seven days after today are listed, so that no
 * performance is in neither.
 */
export function shownPerformances({ performances, today }: BoxOfficeOverview): {
  now: PerformanceSale[];
  later: PerformanceSale[];
} {
  const tonight = performances.filter(({ date }) => date === today);
  const later = performances.filter(({ date }) => date > today);
  return { now: tonight.length > 0 ? tonight : later.slice(0, 1), later };
}

/** The seven days of this week beside those of the last one. */
export function weekdays({ lastMonday, monday, today, sales }: BoxOfficeOverview): WeekdaySales[] {
  const amounts = new Map(sales.days.map(({ day, amountMinor }) => [day, amountMinor]));
  return Array.from({ length: DAYS_OF_WEEK }, (_, index) => {
    const day = plus(monday, index);
    return {
      day,
      now: day > today ? null : (amounts.get(day) ?? 0),
      before: amounts.get(plus(lastMonday, index)) ?? 0,
    };
  });
}

/** What this week has sold so far. */
export const soldThisWeek = ({ monday, sales }: BoxOfficeOverview): Sold =>
  sales.days
    .filter(({ day }) => day >= monday)
    .reduce<Sold>(
      (sum, day) => ({
        amountMinor: sum.amountMinor + day.amountMinor,
        places: sum.places + day.places,
        reservations: sum.reservations + day.reservations,
      }),
      { amountMinor: 0, places: 0, reservations: 0 },
    );

/** Change in percent with one decimal; null when there was nothing before. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;

/** Part of a whole, in percent; 0 of nothing. */
export const shareOf = (part: number, total: number): number =>
  total === 0 ? 0 : Math.round((part / total) * 100);
