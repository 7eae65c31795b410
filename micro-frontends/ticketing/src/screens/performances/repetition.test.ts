import fc from 'fast-check';
import { datesOf, MOST_DATES, weekdayOf, WEEKDAYS, type Weekday } from './repetition';

describe('repetition of a performance', () => {
  test('Fridays and Saturdays until the end of the year', () => {
    expect(datesOf('2026-12-11', new Set<Weekday>([5, 6]), '2026-12-26')).toEqual([
      '2026-12-11',
      '2026-12-12',
      '2026-12-18',
      '2026-12-19',
      '2026-12-25',
      '2026-12-26',
    ]);
  });

  test('the first day is kept whatever its day of the week, and alone when the end is before it', () => {
    expect(datesOf('2026-12-10', new Set<Weekday>([5]), '2026-12-12')).toEqual(['2026-12-10', '2026-12-11']);
    expect(datesOf('2026-12-10', new Set(WEEKDAYS), '2026-12-01')).toEqual(['2026-12-10']);
  });

  test('dates are in order, on the chosen days, and no more than the limit', () => {
    const weekdays = fc.uniqueArray(fc.constantFrom(...WEEKDAYS)).map((days) => new Set(days));
    fc.assert(
      fc.property(weekdays, fc.integer({ min: 0, max: 2_000 }), (days, length) => {
        const until = new Date(Date.UTC(2026, 10, 26 + length)).toISOString().slice(0, 10);
        const [, ...later] = datesOf('2026-11-26', days, until);
        expect(later.length).toBeLessThan(MOST_DATES);
        expect([...later].sort()).toEqual(later);
        expect(later.every((day) => day <= until && days.has(weekdayOf(day)))).toBe(true);
      }),
    );
  });
});
