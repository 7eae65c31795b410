import fc from 'fast-check';
import { formatMinutes } from '@coulisse/ui-kit/format';
import { parseDuration } from './typed-duration';

it.each([
  ['1 h 30', 90],
  ['1h30', 90],
  ['1:30', 90],
  ['1 h', 60],
  ['1,5 h', 90],
  ['1.25 heures', 75],
  ['90', 90],
  ['90 min', 90],
  ['45 minutes', 45],
  ['2 hours 5 min', 125],
  ['0', 0],
])('reads %s', (typed, minutes) => expect(parseDuration(typed)).toBe(minutes));

it('leaves text that is not a duration unchanged', () => {
  for (const typed of ['une heure', '1 h 75', '1:2:3', '-5', 'h']) expect(parseDuration(typed)).toBe(typed);
});

it('parses what it has formatted', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (minutes) => {
      expect(parseDuration(formatMinutes(minutes))).toBe(minutes);
    }),
  );
});
