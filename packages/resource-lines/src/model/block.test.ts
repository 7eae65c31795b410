import fc from 'fast-check';
import { asSheetText, formatBlock, fromSheetText, parseBlock, withoutHeadings } from './block';

it.each([
  [
    'a\tb\nc\td\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\r\nb\r\n', [['a'], ['b']]],
  ['a\rb', [['a'], ['b']]],
  ['"deux\nlignes"\t"avec\ttabulation"', [['deux\nlignes', 'avec\ttabulation']]],
  ['"dit ""oui"""\t1', [['dit "oui"', '1']]],
  ['"Carré" Or\t1', [['"Carré" Or', '1']]],
  ['"jamais fermé\tb\nc', [['"jamais fermé', 'b'], ['c']]],
  ['a\t\t\nb', [['a', '', ''], ['b']]],
  ['a\t', [['a', '']]],
  ['', []],
])('parses %j', (text, rows) => expect(parseBlock(text)).toEqual(rows));

it('reads what it writes', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', 'é', '1') });
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (block) => {
      // A single empty cell at the end is what a spreadsheet writes for the end of the text.
      fc.pre(block.at(-1)?.join('') !== '');
      expect(parseBlock(formatBlock(block))).toEqual(block);
    }),
  );
});

it('parses a megabyte of quotes at once', () => {
  const start = performance.now();
  parseBlock('"'.repeat(1_000_000));
  parseBlock('"a\t'.repeat(300_000));
  expect(performance.now() - start).toBeLessThan(2_000);
});

it('marks text that a spreadsheet would compute', () => {
  expect(asSheetText('=1+1')).toBe("'=1+1");
  fc.assert(fc.property(fc.string(), (text) => expect(fromSheetText(asSheetText(text))).toBe(text)));
});

it('leaves the headings of a table out, and no line that only resembles them', () => {
  const headings = ['Désignation', 'Qté', 'Prix HT'];
  const line = ['Affiches', '1', '299,33'];
  expect(withoutHeadings([['désignation ', 'Qté', '', 'PRIX HT'], line], headings)).toEqual([line]);
  for (const first of [['Désignation', '1', '12'], ['Qté'], ['', ''], line])
    expect(withoutHeadings([first, line], headings)).toEqual([first, line]);
  expect(withoutHeadings([], headings)).toEqual([]);
});
