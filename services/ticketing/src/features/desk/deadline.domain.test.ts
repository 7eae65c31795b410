import { deadlineError } from './deadline.domain';

const now = new Date('2026-12-20T12:00:00Z');
const error = (deadline: string, startsAt: string | null = '2026-12-26T19:30:00Z') =>
  deadlineError(new Date(deadline), startsAt === null ? null : new Date(startsAt), now);

test('seats are held until a moment to come, at most until the performance begins', () => {
  expect(error('2026-12-21T12:00:00Z')).toBeNull();
  expect(error('2026-12-26T19:30:00Z')).toBeNull();
  expect(error('2026-12-26T19:31:00Z')).toBe('reservation.deadline-after-start');
  expect(error('2026-12-31T12:00:00Z')).toBe('reservation.deadline-after-start');
});

test('a moment that has passed holds nothing', () => {
  expect(error('2026-12-20T12:00:00Z')).toBe('reservation.deadline-past');
  expect(error('2026-12-19T12:00:00Z', null)).toBe('reservation.deadline-past');
});

test('a performance that has begun, or none, sets no limit', () => {
  expect(error('2026-12-21T12:00:00Z', '2026-12-20T11:30:00Z')).toBeNull();
  expect(error('2027-12-21T12:00:00Z', null)).toBeNull();
});
