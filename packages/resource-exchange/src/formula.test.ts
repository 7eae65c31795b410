import fc from 'fast-check';
import { escapeFormula, unescapeFormula } from './formula';

it.each([
  ['=1+1', "'=1+1"],
  ['+33 1 23', "'+33 1 23"],
  ['-2', "'-2"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['\r\nx', "'\r\nx"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
])('%j is escaped, and unescaped unchanged', (text, written) => {
  expect(escapeFormula(text)).toBe(written);
  expect(unescapeFormula(written)).toBe(text);
});

it.each(["d'accord", "'autre", 'a=b', '12 - 3', '', "''"])('does not change %j', (text) => {
  expect(escapeFormula(text)).toBe(text);
  expect(unescapeFormula(text)).toBe(text);
});

const sly = fc
  .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ' ', '＝', 'a', '1'))
  .map((signs) => signs.join(''));
it('restores every text unchanged, and never writes a formula', () => {
  fc.assert(
    fc.property(fc.oneof(sly, fc.string()), (text) => {
      const written = escapeFormula(text);
      expect(unescapeFormula(written)).toBe(text);
      expect(written).not.toMatch(/^[\s]*[=+\-@＝＋－＠]/);
      expect(written).not.toMatch(/^[\t\r\n]/);
    }),
  );
});
