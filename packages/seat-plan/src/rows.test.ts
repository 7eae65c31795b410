import fc from 'fast-check';
import { rowIndex, rowLetters, rowNames, seatNumber } from './rows';
import { stableId } from './uuid';

describe('rows', () => {
  it('rowIndex inverts rowLetters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 18_277 }), (index) => rowIndex(rowLetters(index)) === index),
    );
  });

  it('refuses letters that are not a row', () => {
    expect(() => rowIndex('a')).toThrow(RangeError);
    expect(() => rowIndex('')).toThrow(RangeError);
  });

  it('leaves out rows whose name has a skipped letter', () => {
    expect(rowNames('G', 4, 'IO')).toEqual(['G', 'H', 'J', 'K']);
    expect(rowNames('I', 2, 'I')).toEqual(['J', 'K']);
    expect(rowNames('Y', 4, 'A')).toEqual(['Y', 'Z', 'BB', 'BC']);
  });

  it('names as many rows as wanted, each once, whatever letters are skipped', () => {
    const letters = fc.uniqueArray(fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { maxLength: 10 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), letters, (count, skipped) => {
        const names = rowNames('A', count, skipped.join(''));
        expect(names).toHaveLength(count);
        expect(new Set(names).size).toBe(count);
        expect(names.every((name) => !skipped.some((letter) => name.includes(letter)))).toBe(true);
      }),
    );
  });

  it('never repeats a number within a row, in any numbering', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom('LEFT_TO_RIGHT' as const, 'RIGHT_TO_LEFT' as const, 'ODD_EVEN' as const),
        (count, first, numbering) => {
          const numbers = Array.from({ length: count }, (_, i) => seatNumber(i, count, first, numbering));
          return new Set(numbers).size === count && Math.min(...numbers) >= first;
        },
      ),
    );
  });
});

describe('stableId', () => {
  it('is the version 5 UUID of the text', () => {
    // SHA-1 of 'abc' is a9993e36 4706816a ba3e2571 7850c26c 9cd0d89d.
    expect(stableId('abc')).toBe('a9993e36-4706-516a-ba3e-25717850c26c');
  });

  it('separates its parts', () => {
    expect(stableId('a', 'bc')).not.toBe(stableId('ab', 'c'));
  });
});
