/** One kind of number: how it is stored, whether it is right, how people read it. */
export interface Identifier {
  /** The stored form of what somebody typed: without separators, in capitals. It says nothing about its being right. */
  tidy(text: string): string;
  /** True when a stored form is right: its shape, and its key where it has one. */
  isValid(stored: string): boolean;
  /** The form that people read. */
  format(stored: string): string;
}

/** Spaces of every width, dots, dashes and slashes: what people put between digits. */
const SEPARATORS = /[\s.\-/\u2010-\u2015\u2212]+/g;

export const tidy = (text: string): string => text.replace(SEPARATORS, '').toUpperCase();

/** Cuts a text into parts of these lengths, the last one taking what is left: `grouped('404833048', 3, 3)` → `404 833 048`. */
export function grouped(text: string, ...lengths: readonly number[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const length of lengths) {
    parts.push(text.slice(from, from + length));
    from += length;
  }
  return [...parts, text.slice(from)].filter(Boolean).join(' ');
}
