import { parseTimes } from './times';

it('parses times in several spellings', () => {
  expect(parseTimes('20h30, 21:00')).toEqual(['20:30', '21:00']);
  expect(parseTimes('9h')).toEqual(['09:00']);
  expect(parseTimes('19:30 20:30')).toEqual(['19:30', '20:30']);
  expect(parseTimes('')).toEqual([]);
});

it('returns null for invalid times', () => {
  expect(parseTimes('25:00')).toBeNull();
  expect(parseTimes('soir')).toBeNull();
});
