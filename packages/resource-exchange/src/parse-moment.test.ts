import { parseDay, parseMinutes, parseMoment, parseTime } from './parse-moment';

it.each([
  ['31/12/2026', '2026-12-31'],
  ['1/2/2026', '2026-02-01'],
  ['31-12-2026', '2026-12-31'],
  ['31.12.26', '2026-12-31'],
  ['01/01/70', '1970-01-01'],
  ['2026-12-31', '2026-12-31'],
  ['2026/12/31', '2026-12-31'],
  [' 31/12/2026 00:00:00 ', '2026-12-31'],
  ['29/02/2028', '2028-02-29'],
])('%s is the date %s', (text, day) => expect(parseDay(text)).toBe(day));

it.each([
  '',
  '12/31/2026',
  '31/02/2026',
  '29/02/2026',
  '31/12',
  '2026',
  '31/12/2026 10:00',
  '1/1/123',
  'hier',
])('%j is not a date', (text) => expect(parseDay(text)).toBeNull());

it.each([
  ['31/12/2026 20:30', '2026-12-31T20:30:00.000', null],
  ['31/12/2026 à 20h30', '2026-12-31T20:30:00.000', null],
  ['31/12/2026 20:30:15,5', '2026-12-31T20:30:15.500', null],
  ['31/12/2026', '2026-12-31T00:00:00.000', null],
  ['2026-12-31T20:30:00Z', '2026-12-31T20:30:00.000', 'Z'],
  ['2026-10-25 02:30 +01:00', '2026-10-25T02:30:00.000', '+01:00'],
  ['2026-10-25T02:30:00.123+0100', '2026-10-25T02:30:00.123', '+01:00'],
])('%s is a date with a time', (text, local, offset) => expect(parseMoment(text)).toEqual({ local, offset }));

it.each(['31/12/2026 25:00', '31/12/2026 20:60', '20:30', '31/12/2026 20:30 Paris'])(
  '%j is not a date with a time',
  (text) => expect(parseMoment(text)).toBeNull(),
);

it.each([
  ['9:05', '09:05'],
  ['9h05', '09:05'],
  ['20 h', '20:00'],
  ['09:05:00', '09:05'],
])('%s is the time %s', (text, time) => expect(parseTime(text)).toBe(time));
it.each(['24:00', '9:5', '905', '09:05:30', 'midi'])('%j is not a time', (text) =>
  expect(parseTime(text)).toBeNull(),
);

it.each([
  ['1:30', 90],
  ['1h30', 90],
  ['1 h 05 min', 65],
  ['2 h', 120],
  ['90', 90],
  ['90 min', 90],
  ['26:00', 1560],
])('%s is %d minutes', (text, minutes) => expect(parseMinutes(text)).toBe(minutes));
it.each(['1:75', '-5', 'longtemps', '1,5'])('%j is not a duration', (text) =>
  expect(parseMinutes(text)).toBeNull(),
);
