import fc from 'fast-check';
import { numberText, parseNumber } from './parse-number';

it.each([
  ['1 234,56', '1234.56'],
  ['1\u202f234,56 €', '1234.56'],
  ['1\u00a0234', '1234'],
  ['-12,5', '-12.5'],
  ['−12,5', '-12.5'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['1234.56', '1234.56'],
  ['1.234', '1.234'],
  ['1.234.567', '1234567'],
  ['12,5 %', '12.5'],
  ['€ 12', '12'],
  ['007', '7'],
  [',5', '0.5'],
  ['+3', '3'],
  ['0,0', '0.0'],
])('%s is %s in a French file', (text, number) => expect(parseNumber(text, ',')).toBe(number));

it.each([
  ['1,234', '1234'],
  ['1,234,567.8', '1234567.8'],
  ['12,50', '12.50'],
  ['1.5', '1.5'],
])('%s is %s in an English file', (text, number) => expect(parseNumber(text, '.')).toBe(number));

it.each(['', '-', '12a', '1,2,3', '1.23.4', '1,23,456.7', '12e3', '(12)', '1-2', '#N/A'])(
  '%j is not a number',
  (text) => expect(parseNumber(text, ',')).toBeNull(),
);

it.each([
  [12.100000000000001, '12.1'],
  [0.1 + 0.2, '0.3'],
  [1e-7, '0.0000001'],
  [1.5e15, '1500000000000000'],
  [-0, '0'],
  [-1234.5, '-1234.5'],
  [100, '100'],
])('%d of a spreadsheet is %s', (value, text) => expect(numberText(value)).toBe(text));
it('returns null for NaN', () => expect(numberText(Number.NaN)).toBeNull());

it('preserves amounts of up to fifteen digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }), (cents) => {
      const amount = cents / 100;
      expect(Number(numberText(amount))).toBe(amount);
      expect(parseNumber(amount.toFixed(2).replace('.', ','), ',')).toBe(
        amount.toFixed(2) === '-0.00' ? '-0.00' : amount.toFixed(2),
      );
    }),
  );
});
