/** Longest first or last name of a buyer, in characters as the database counts them. */
export const BUYER_NAME_MAX = 255;
/** Longest first and last name together, with the space between them. */
export const BUYER_FULL_NAME_MAX = 2 * BUYER_NAME_MAX + 1;

/** Embeddings, overrides and isolates reorder whatever follows a name on its line: a mail, a ticket, a list. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Control characters and line ends, which start another header, row or field elsewhere, and halves of a pair. */
const FORBIDDEN = /[\p{Cc}\p{Surrogate}\u2028\u2029]/u;
/** Something that can be seen: not only spaces, marks, and characters that draw nothing. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A typed name as it is stored: composed (NFC), so that the same name is found however it was typed, trimmed, and
 * without controls of writing direction. Joiners stay: Persian and emoji of several people are written with them.
 */
export const storedBuyerName = (text: string): string =>
  text.replace(DIRECTION_CONTROLS, '').normalize('NFC').trim();

/** True when a stored text is a name of a buyer, whatever its length: any script, signs and emoji, on one line. */
export const isBuyerName = (text: string): boolean => VISIBLE.test(text) && !FORBIDDEN.test(text);

/** Length as the database counts it: an emoji is one character or several, never half of one. */
export const nameLength = (text: string): number => Array.from(text).length;
