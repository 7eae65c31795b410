import fc from 'fast-check';
import { formatNumber } from '@coulisse/ui-kit/format';
import { parseNumber } from './typed-number';

it.each([
  ['1 234,56', '1234.56'],
  ['1\u202f234,56 €', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['12,5 %', '12.5'],
  ['−3,20', '-3.20'],
  ['1,5', '1.5'],
  ['1,234', '1.234'],
  ['1 234 567', '1234567'],
  ['1.234.567', '1234567'],
  [',5', '0.5'],
  ['5,', '5'],
  ['+7', '7'],
])('parses %s in French format', (typed, expected) => {
  expect(parseNumber(typed, 'fr')).toBe(expected);
});

it('reads a single comma before three digits as a thousands separator in English only', () => {
  expect(parseNumber('1,234', 'en')).toBe('1234');
  expect(parseNumber('1,5', 'en')).toBe('1.5');
  expect(parseNumber('£1,234,567.80', 'en')).toBe('1234567.80');
});

it('leaves text that is not a number unchanged', () => {
  for (const typed of ['douze', '1,2,3', '12 h', '1..2', '-', '', '1,23.45,6'])
    expect(parseNumber(typed, 'fr')).toBe(typed.trim());
});

it('parses what it has formatted, in both languages', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), fc.constantFrom('fr', 'en'), (cents, language) => {
      const value = `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
      expect(Number(parseNumber(formatNumber(value, language as 'fr', 2), language as 'fr'))).toBe(
        Number(value),
      );
    }),
  );
});
