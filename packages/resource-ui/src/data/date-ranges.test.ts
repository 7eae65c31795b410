import {
  dayOf,
  endOfDayInstant,
  nameOfRange,
  quickRange,
  startOfDayInstant,
  wholePeriod,
} from './date-ranges';

/** A Saturday. */
const NOW = new Date(2026, 10, 21, 18, 30);

it('knows the ranges that people ask for', () => {
  expect(quickRange('today', NOW)).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  expect(quickRange('thisWeek', NOW)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(quickRange('nextWeek', NOW)).toEqual({ from: '2026-11-23', to: '2026-11-29' });
  expect(quickRange('lastMonth', NOW)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(quickRange('thisQuarter', NOW)).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(quickRange('last30', NOW)).toEqual({ from: '2026-10-23', to: '2026-11-21' });
  expect(quickRange('lastYear', NOW)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
});

it('keeps a month whole at its end and over a leap day', () => {
  expect(quickRange('lastMonth', new Date(2028, 2, 31))).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(quickRange('nextMonth', new Date(2026, 0, 31))).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

it('calls a range by its name', () => {
  expect(nameOfRange({ from: '2026-11-01', to: '2026-11-30' }, NOW)).toBe('thisMonth');
  expect(nameOfRange({ from: '2026-11-02', to: '2026-11-30' }, NOW)).toBeNull();
  expect(wholePeriod({ from: '2026-02-01', to: '2026-02-28' })).toBe('month');
  expect(wholePeriod({ from: '2026-01-01', to: '2026-12-31' })).toBe('year');
  expect(wholePeriod({ from: 'x', to: '2026-12-31' })).toBeNull();
});

it('takes the whole of a day, whatever the zone of the computer', () => {
  expect(dayOf(startOfDayInstant('2026-03-29'))).toBe('2026-03-29');
  expect(dayOf(endOfDayInstant('2026-03-29'))).toBe('2026-03-29');
  expect(Date.parse(endOfDayInstant('2026-11-21')) - Date.parse(startOfDayInstant('2026-11-21'))).toBe(
    86_399_999,
  );
  expect(dayOf('2026-03-29')).toBe('2026-03-29');
});
