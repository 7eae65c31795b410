import { isAfterStart, proposedDeadline } from './proposed-deadline';

const now = Date.parse('2026-11-27T17:54:20.000Z');
const proposed = (startsAt?: string) => proposedDeadline(startsAt, now);

test('seats are held for a day', () => {
  expect(proposed('2026-12-04T20:30:00.000Z')).toBe('2026-11-28T17:54:00.000Z');
});

test('seats for tonight are held until it begins', () => {
  expect(proposed('2026-11-27T20:30:00.000Z')).toBe('2026-11-27T20:30:00.000Z');
});

test('without a beginning to come, seats are held for a day', () => {
  expect(proposed()).toBe('2026-11-28T17:54:00.000Z');
  expect(proposed('2026-11-27T17:00:00.000Z')).toBe('2026-11-28T17:54:00.000Z');
});

test('seats are not held after the beginning of what they are for', () => {
  const startsAt = '2026-12-26T19:30:00.000Z';
  expect(isAfterStart('2026-12-26T19:30:00.000Z', startsAt, now)).toBe(false);
  expect(isAfterStart('2026-12-31T12:00:00.000Z', startsAt, now)).toBe(true);
  expect(isAfterStart('', startsAt, now)).toBe(false);
});

test('what has begun, or is not known yet, sets no limit', () => {
  expect(isAfterStart('2026-12-31T12:00:00.000Z', '2026-11-27T17:00:00.000Z', now)).toBe(false);
  expect(isAfterStart('2026-12-31T12:00:00.000Z', undefined, now)).toBe(false);
});
