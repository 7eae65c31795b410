import { setTimeZone } from '@coulisse/ui-kit/format';
import { dayOf, endOfDayInstant, startOfDayInstant, wholePeriod } from './date-ranges';

it('recognises a whole month and a whole year', () => {
  expect(wholePeriod({ from: '2026-02-01', to: '2026-02-28' })).toBe('month');
  expect(wholePeriod({ from: '2028-02-01', to: '2028-02-28' })).toBeNull();
  expect(wholePeriod({ from: '2026-01-01', to: '2026-12-31' })).toBe('year');
  expect(wholePeriod({ from: 'x', to: '2026-12-31' })).toBeNull();
  expect(wholePeriod({ from: '2028-02-01', to: '2028-02-29' })).toBe('month');
  expect(wholePeriod({ from: '2026-01-01', to: '2026-01-31' })).toBe('month');
  expect(wholePeriod({ from: '2026-13-01', to: '2026-13-31' })).toBeNull();
  expect(wholePeriod({ from: '', to: '' })).toBeNull();
});

it('covers the whole local day in every time zone', () => {
  expect(dayOf(startOfDayInstant('2026-03-29'))).toBe('2026-03-29');
  expect(dayOf(endOfDayInstant('2026-03-29'))).toBe('2026-03-29');
  expect(Date.parse(endOfDayInstant('2026-11-21')) - Date.parse(startOfDayInstant('2026-11-21'))).toBe(
    86_399_999,
  );
  expect(dayOf('2026-03-29')).toBe('2026-03-29');
  expect(dayOf('yesterday')).toBe('yesterday');
});

it('is the day of the zone of the tenant', () => {
  setTimeZone('America/Martinique');
  try {
    expect(startOfDayInstant('2026-11-23')).toBe('2026-11-23T04:00:00.000Z');
    expect(endOfDayInstant('2026-11-23')).toBe('2026-11-24T03:59:59.999Z');
    expect(dayOf('2026-11-23T02:30:00.000Z')).toBe('2026-11-22');
  } finally {
    setTimeZone(undefined);
  }
});
