import fc from 'fast-check';
import { neutralised, restored } from './formula';

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
])('%j is no formula any more', (text, written) => {
  expect(neutralised(text)).toBe(written);
  expect(restored(written)).toBe(text);
});

it.each(["d'accord", "'autre", 'a=b', '12 - 3', '', "''"])('leaves %j alone', (text) => {
  expect(neutralised(text)).toBe(text);
  expect(restored(text)).toBe(text);
});

const sly = fc
  .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ' ', '＝', 'a', '1'))
  .map((signs) => signs.join(''));
it('gives back what was written, and never writes a formula', () => {
  fc.assert(
    fc.property(fc.oneof(sly, fc.string()), (text) => {
      const written = neutralised(text);
      expect(restored(written)).toBe(text);
      expect(written).not.toMatch(/^[\s]*[=+\-@＝＋－＠]/);
      expect(written).not.toMatch(/^[\t\r\n]/);
    }),
  );
});
