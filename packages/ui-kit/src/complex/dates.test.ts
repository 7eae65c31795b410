import { fromDate, toDate } from './dates';

it('keeps a local date on the same day in every time zone', () => {
  expect(fromDate(toDate('2026-03-29'))).toBe('2026-03-29');
  expect(fromDate(toDate('2026-01-01'))).toBe('2026-01-01');
});

it('keeps an instant unchanged', () => {
  expect(fromDate(toDate('2026-12-12T19:30:00.000Z', true), true)).toBe('2026-12-12T19:30:00.000Z');
});
