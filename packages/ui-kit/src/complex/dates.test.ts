import { setTimeZone } from '../format';
import { fromDate, toDate } from './dates';

afterEach(() => setTimeZone(undefined));

it('keeps a local date on the same day in every time zone', () => {
  expect(fromDate(toDate('2026-03-29'))).toBe('2026-03-29');
  expect(fromDate(toDate('2026-01-01'))).toBe('2026-01-01');
});

it('keeps an instant unchanged', () => {
  expect(fromDate(toDate('2026-12-12T19:30:00.000Z', true), true)).toBe('2026-12-12T19:30:00.000Z');
});

it('shows the time of the zone of the tenant, and reads it there', () => {
  setTimeZone('America/Martinique');
  const shown = toDate('2026-12-12T19:30:00.000Z', true);
  expect([shown.getDate(), shown.getHours(), shown.getMinutes()]).toEqual([12, 15, 30]);
  expect(fromDate(shown, true)).toBe('2026-12-12T19:30:00.000Z');
  expect(fromDate(toDate('2026-12-12'))).toBe('2026-12-12');
});
