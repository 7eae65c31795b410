import type { BoxOfficeOverview } from '../../figure-types';
import { changeOf, shareOf, shownPerformances, soldThisWeek, weekdays } from './week';

const overview = {
  lastMonday: '2026-10-19',
  monday: '2026-10-26',
  today: '2026-10-28',
  sales: {
    days: [
      { day: '2026-10-19', amountMinor: 100, places: 1, reservations: 1 },
      { day: '2026-10-25', amountMinor: 700, places: 7, reservations: 3 },
      { day: '2026-10-26', amountMinor: 200, places: 2, reservations: 1 },
      { day: '2026-10-28', amountMinor: 300, places: 3, reservations: 2 },
    ],
    lastWeekSoFar: { amountMinor: 100, places: 1, reservations: 1 },
  },
} as unknown as BoxOfficeOverview;

test('each day stands beside the same weekday of the last week, also over the change of the hour', () => {
  expect(weekdays(overview)).toEqual([
    { day: '2026-10-26', now: 200, before: 100 },
    { day: '2026-10-27', now: 0, before: 0 },
    { day: '2026-10-28', now: 300, before: 0 },
    { day: '2026-10-29', now: null, before: 0 },
    { day: '2026-10-30', now: null, before: 0 },
    { day: '2026-10-31', now: null, before: 0 },
    { day: '2026-11-01', now: null, before: 700 },
  ]);
});

test('the sales of this week leave out those of the last one', () => {
  expect(soldThisWeek(overview)).toEqual({ amountMinor: 500, places: 5, reservations: 3 });
});

test('every performance of tonight has a card, the seven days after it are listed', () => {
  const shown = (...dates: string[]) => {
    const { now, later } = shownPerformances({
      ...overview,
      performances: dates.map((date) => ({ date })),
    } as BoxOfficeOverview);
    return [now, later].map((list) => list.map(({ date }) => date));
  };
  expect(shown('2026-10-28', '2026-10-28', '2026-11-04')).toEqual([
    ['2026-10-28', '2026-10-28'],
    ['2026-11-04'],
  ]);
  // Without one tonight, the next one has the card and is listed with the others.
  expect(shown('2026-10-29', '2026-10-30')).toEqual([['2026-10-29'], ['2026-10-29', '2026-10-30']]);
  expect(shown()).toEqual([[], []]);
});

test('a change needs something before', () => {
  expect(changeOf(1_119, 1_000)).toBe(11.9);
  expect(changeOf(0, 1_000)).toBe(-100);
  expect(changeOf(5, 0)).toBeNull();
  expect([shareOf(268, 304), shareOf(1, 0)]).toEqual([88, 0]);
});
