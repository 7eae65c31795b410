import { currentYear, startOf } from './performance-time.rules';

const PARIS = 'Europe/Paris';

describe('the time of a performance', () => {
  test('begins at its first show time, in local time', () => {
    expect(startOf('2026-12-24', ['22:00', '20:30'], ['19:00'], PARIS)).toBe('2026-12-24T19:30:00.000Z');
    expect(startOf('2026-07-14', ['20:30'], [], PARIS)).toBe('2026-07-14T18:30:00.000Z');
  });
  test('begins earlier in UTC, the further east it is played', () => {
    expect(startOf('2026-12-24', ['20:30'], [], 'America/Martinique')).toBe('2026-12-25T00:30:00.000Z');
    expect(startOf('2026-12-24', ['20:30'], [], 'Indian/Reunion')).toBe('2026-12-24T16:30:00.000Z');
  });
  test('begins at its first meal without a show, and is null without a time', () => {
    expect(startOf('2026-12-24', [], ['19:00'], PARIS)).toBe('2026-12-24T18:00:00.000Z');
    expect(startOf('2026-12-24', [], [], PARIS)).toBeNull();
  });
  test('changes year at midnight in the zone', () => {
    expect(currentYear(PARIS, new Date('2026-12-31T22:30:00Z'))).toBe(2026);
    expect(currentYear(PARIS, new Date('2026-12-31T23:30:00Z'))).toBe(2027);
    expect(currentYear('America/Martinique', new Date('2027-01-01T03:30:00Z'))).toBe(2026);
  });
});
