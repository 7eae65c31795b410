import { currentYear, startOf, today } from './performance-time.rules';

describe('the time of a performance', () => {
  test('begins at its first show time, in local time', () => {
    expect(startOf('2026-12-24', ['22:00', '20:30'], ['19:00'])).toBe('2026-12-24T19:30:00.000Z');
    expect(startOf('2026-07-14', ['20:30'], [])).toBe('2026-07-14T18:30:00.000Z');
  });
  test('begins at its first meal without a show, and is null without a time', () => {
    expect(startOf('2026-12-24', [], ['19:00'])).toBe('2026-12-24T18:00:00.000Z');
    expect(startOf('2026-12-24', [], [])).toBeNull();
  });
  test('changes day and year at midnight in Paris', () => {
    expect(today(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01');
    expect(currentYear(new Date('2026-12-31T22:30:00Z'))).toBe(2026);
    expect(currentYear(new Date('2026-12-31T23:30:00Z'))).toBe(2027);
  });
});
