import fc from 'fast-check';
import { checkPostponement, movedDeadline, type PlayingTime } from './postponement.domain';

const NOW = new Date('2026-11-20T10:00:00Z');
const before: PlayingTime = {
  date: '2026-12-12',
  showTimes: ['20:30'],
  mealTimes: ['19:00'],
  startsAt: '2026-12-12T19:30:00Z',
};
const after: PlayingTime = { ...before, date: '2027-01-16', startsAt: '2027-01-16T19:30:00Z' };
const codeOf = (work: () => void): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const until = (text: string) => new Date(text);

test.each([
  ['another date', after, null, null],
  ['an earlier one, still to come', { ...after, startsAt: '2026-11-21T19:30:00Z' }, null, null],
  ['other times on the same date', { ...before, showTimes: ['21:00'] }, null, null],
  ['the same time', { ...before, mealTimes: ['19:00'] }, null, 'performance.same-time'],
  ['the past', { ...after, startsAt: '2026-11-20T10:00:00Z' }, null, 'performance.time-past'],
  ['cancelable before it begins', after, until('2026-12-31T00:00:00Z'), null],
  ['cancelable until it begins', after, until(after.startsAt), null],
  ['cancelable afterwards', after, until('2027-01-16T19:30:01Z'), 'performance.cancelable-until'],
  ['cancelable until yesterday', after, until('2026-11-19T10:00:00Z'), 'performance.cancelable-until'],
])('postponed to %s', (_title, to, cancelableUntil, code) => {
  expect(codeOf(() => checkPostponement(before, to, cancelableUntil, NOW))).toBe(code);
});

test('the order of times says nothing', () => {
  const two = { ...before, showTimes: ['18:00', '20:30'] };
  const turned = { ...before, showTimes: ['20:30', '18:00'] };
  expect(codeOf(() => checkPostponement(two, turned, null, NOW))).toBe('performance.same-time');
});

test('the end of the online sale keeps its distance from the beginning', () => {
  const instant = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, instant, instant, (deadline, from, to) => {
      const moved = movedDeadline(
        deadline.toISOString(),
        { ...before, startsAt: from.toISOString() },
        { ...after, startsAt: to.toISOString() },
      );
      expect(to.getTime() - Date.parse(moved!)).toBe(from.getTime() - deadline.getTime());
    }),
  );
  expect(movedDeadline(null, before, after)).toBeNull();
});
