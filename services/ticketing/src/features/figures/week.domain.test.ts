import { v7 as uuidv7 } from 'uuid';
import { firstIdSince, weeksOf } from './week.domain';

const PARIS = 'Europe/Paris';

test('a week begins on Monday at midnight of the theatre', () => {
  const weeks = weeksOf(new Date('2026-11-26T13:00:00Z'), PARIS);
  expect(weeks.lastMonday.toISOString()).toBe('2026-11-15T23:00:00.000Z');
  expect(weeks.sameTimeLastWeek.toISOString()).toBe('2026-11-19T13:00:00.000Z');
  expect(weeks.days).toEqual({
    lastMonday: '2026-11-16',
    monday: '2026-11-23',
    today: '2026-11-26',
    inSevenDays: '2026-12-03',
  });
});

test('late on Sunday it is Monday already further east', () => {
  const sunday = new Date('2026-11-29T23:30:00Z');
  expect(weeksOf(sunday, PARIS).days.monday).toBe('2026-11-30');
  expect(weeksOf(sunday, 'America/Martinique').days.monday).toBe('2026-11-23');
});

test('the change of the hour does not move the days', () => {
  // Winter time began on Sunday, 25 October 2026.
  const weeks = weeksOf(new Date('2026-10-28T11:00:00Z'), PARIS);
  expect(weeks.lastMonday.toISOString()).toBe('2026-10-18T22:00:00.000Z');
  expect(weeks.sameTimeLastWeek.toISOString()).toBe('2026-10-21T10:00:00.000Z');
});

test('identifiers made since an instant are not below its first one, earlier ones are', () => {
  const instant = new Date('2026-11-26T13:00:00Z');
  const first = firstIdSince(instant);
  expect(uuidv7({ msecs: instant.getTime() }) >= first).toBe(true);
  expect(uuidv7({ msecs: instant.getTime() - 1 }) < first).toBe(true);
  expect(firstIdSince(new Date(-1))).toBe('00000000-0000-7000-8000-000000000000');
});
