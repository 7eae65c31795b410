import fc from 'fast-check';
import { searchPattern, foldText, searchedColumns } from './search';
import { order, shelf } from './sample.fixture';

describe('folding', () => {
  it.each([
    ['Élan', 'elan'],
    ['ŒUF à la coque', 'oeuf a la coque'],
    ['Łódź, Þór', 'lodz, þor'],
    ['Ærøskøbing', 'aeroskobing'],
  ])('%s is %s', (text, plain) => expect(foldText(text)).toBe(plain));
});

describe('the regular expression of a text search', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aàeéoœOŒæsS.%_\\([{^-* 1'), maxLength: 12 });

  it('matches exactly when the folded text contains the folded search text', () => {
    fc.assert(
      fc.property(letters, letters, (text, part) => {
        expect(new RegExp(searchPattern(part)).test(text)).toBe(foldText(text).includes(foldText(part)));
      }),
      { numRuns: 2_000 },
    );
  });
});

it('searches the searchable text columns', () => {
  expect(searchedColumns(shelf).map(({ field }) => field)).toEqual(['name']);
  expect(searchedColumns(order)).toEqual([]);
});
