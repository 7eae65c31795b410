import fc from 'fast-check';
import { containing, folded, searchedColumns } from './search';
import { order, shelf } from './sample.fixture';

describe('folding', () => {
  it.each([
    ['Élan', 'elan'],
    ['ŒUF à la coque', 'oeuf a la coque'],
    ['Łódź, Þór', 'lodz, þor'],
    ['Ærøskøbing', 'aeroskobing'],
  ])('%s is %s', (text, plain) => expect(folded(text)).toBe(plain));
});

describe('the expression that finds a part of a text', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aàeéoœOŒæsS.%_\\([{^-* 1'), maxLength: 12 });

  it('says what folding both would say', () => {
    fc.assert(
      fc.property(letters, letters, (text, part) => {
        expect(new RegExp(containing(part)).test(text)).toBe(folded(text).includes(folded(part)));
      }),
      { numRuns: 2_000 },
    );
  });
});

it('looks into the texts that are searchable', () => {
  expect(searchedColumns(shelf).map(({ field }) => field)).toEqual(['name']);
  expect(searchedColumns(order)).toEqual([]);
});
