import { HOLIDAYS, holidayOn, holidaysOf } from './holidays';

describe('public holidays of France', () => {
  test.each([
    ['2026-04-06', 'easter-monday'],
    ['2026-05-14', 'ascension'],
    ['2026-05-25', 'whit-monday'],
    ['2027-03-29', 'easter-monday'],
    ['2028-04-17', 'easter-monday'],
    ['2026-07-14', 'national-day'],
    ['2026-12-25', 'christmas'],
    ['2026-12-26', undefined],
    ['2026-04-05', undefined],
  ])('%s is %s', (day, holiday) => expect(holidayOn(day)).toBe(holiday));

  test('every year has all of them; in 2008 Ascension was on Labour Day', () => {
    for (let year = 1990; year < 2100; year++) {
      const found = new Set(holidaysOf(year).values());
      const shared = HOLIDAYS.filter((name) => !found.has(name));
      expect(shared.every((name) => name === 'labour-day' || name === 'victory-day')).toBe(true);
    }
    expect(holidayOn('2008-05-01')).toBe('ascension');
  });
});
