import type { Numbering } from './types';

const ALPHABET = 26;

/** 'A' → 0, 'Z' → 25, 'AA' → 26. Rows are letters only, so anything else is refused. */
export function rowIndex(letters: string): number {
  if (!/^[A-Z]{1,3}$/.test(letters)) throw new RangeError(`Not a row: ${letters}`);
  return [...letters].reduce((sum, letter) => sum * ALPHABET + letter.charCodeAt(0) - 64, 0) - 1;
}

/** 0 → 'A', 25 → 'Z', 26 → 'AA'. */
export function rowLetters(index: number): string {
  let rest = index + 1;
  let letters = '';
  while (rest > 0) {
    const digit = (rest - 1) % ALPHABET;
    letters = String.fromCharCode(65 + digit) + letters;
    rest = (rest - 1 - digit) / ALPHABET;
  }
  return letters;
}

/** Names of rows from the first one on, without those that have a skipped letter: 'H', 'J', 'K' without 'I'. */
export function rowNames(firstRow: string, rows: number, skipLetters = ''): string[] {
  const names: string[] = [];
  for (let index = rowIndex(firstRow); names.length < rows; index++) {
    const name = rowLetters(index);
    if (![...name].some((letter) => skipLetters.includes(letter))) names.push(name);
  }
  return names;
}

/** The first odd or even number from `first` on. */
const nextOf = (parity: 0 | 1, first: number): number => (first % 2 === parity ? first : first + 1);

/**
 * The number painted on the seat at `position` (0 = leftmost, seen from the hall).
 * ODD_EVEN is the French custom: from the middle, odd numbers go to the left (jardin), even ones to the right (cour).
 */
export function seatNumber(position: number, count: number, first: number, numbering: Numbering): number {
  if (numbering === 'LEFT_TO_RIGHT') return first + position;
  if (numbering === 'RIGHT_TO_LEFT') return first + count - 1 - position;
  if (numbering === 'ODD' || numbering === 'EVEN')
    return nextOf(numbering === 'ODD' ? 1 : 0, first) + 2 * position;
  const firstOdd = nextOf(1, first);
  const left = Math.ceil(count / 2);
  return position < left ? firstOdd + 2 * (left - 1 - position) : firstOdd + 1 + 2 * (position - left);
}
