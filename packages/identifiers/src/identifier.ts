/** One kind of identifier: stored form, validation, display form. */
export interface Identifier {
  /** The stored form of an input: without separators, in capitals. It does not validate. */
  tidy(text: string): string;
  /** True when a stored form is valid: its format, and its check digits where it has some. */
  isValid(stored: string): boolean;
  /** The display form. */
  format(stored: string): string;
}

/** Separators that people type between digits: spaces of every width, dots, dashes and slashes. */
const SEPARATORS = /[\s.\-/\u2010-\u2015\u2212]+/g;

export const tidy = (text: string): string => text.replace(SEPARATORS, '').toUpperCase();

/** Splits a text into parts of these lengths and the rest: `grouped('404833048', 3, 3)` → `404 833 048`. */
export function grouped(text: string, ...lengths: readonly number[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const length of lengths) {
    parts.push(text.slice(from, from + length));
    from += length;
  }
  return [...parts, text.slice(from)].filter(Boolean).join(' ');
}
