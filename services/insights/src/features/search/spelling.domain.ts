import { distance } from 'fastest-levenshtein';

export interface Term {
  term: string;
  /** Number of records that contain it. */
  entries: number;
}

/** Shorter words have too many neighbours. */
export const MIN_CORRECTED = 4;
const LONG = 8;

/** Typing errors that a word of this length may contain. */
const allowedErrors = (word: string): number => (word.length >= LONG ? 2 : 1);

/** Whether two neighbouring letters are swapped: one slip of the fingers, but a distance of two. */
function isSwapped(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  const first = [...left].findIndex((_, index) => left[index] !== right[index]);
  return (
    first >= 0 &&
    left[first] === right[first + 1] &&
    left[first + 1] === right[first] &&
    left.slice(first + 2) === right.slice(first + 2)
  );
}

const errorsBetween = (word: string, term: string): number =>
  isSwapped(word, term) ? 1 : distance(word, term);

/** Terms that a word was probably meant to be, the nearest first, then the most frequent. A word that is not complete may be mistyped too. */
export const correctionsOf = (word: string, terms: readonly Term[]): string[] =>
  terms
    .map(({ term, entries }) => ({
      term,
      entries,
      errors: Math.min(errorsBetween(word, term), errorsBetween(word, term.slice(0, word.length)) + 0.5),
    }))
    .filter(({ errors }) => errors < allowedErrors(word) + 1)
    .sort((left, right) => left.errors - right.errors || right.entries - left.entries)
    .map(({ term }) => term);
