import { foldText } from '@coulisse/resource';

/** Longest texts of an entry, in UTF-16 units. */
export const MAX = { label: 300, detail: 300, labelKey: 200, words: 2_000, term: 60 } as const;
const TERM = new RegExp(`^\\p{L}{4,${MAX.term}}$`, 'u');
/** Groups of digits as telephone numbers and codes are written: 06 12 34 56 78, 732.829.320. */
const DIGIT_GROUPS = /\d{2,}(?:[ .\-\u00a0\u202f]\d{2,})+/g;

/** The beginning of a text, without half a surrogate pair, which the database refuses. */
const cut = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();

const unique = (words: readonly string[]): string[] => [...new Set(words)];

/** Folded words of a text, in their order. The same function splits what is stored and what is typed. */
export const searchTermsOf = (text: string): string[] =>
  foldText(text.normalize('NFC'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Words of a label as one text, by which labels are compared. */
export const labelKeyOf = (label: string): string => cut(searchTermsOf(label).join(' '), MAX.labelKey);

const MIN_NUMBER = 8;
const MAX_GROUPS = 12;
/** Numbers without their spaces. The first groups may belong to another number before it. */
const joinedSuffixes = (groups: readonly string[]): string[] =>
  groups
    .slice(0, MAX_GROUPS)
    .map((_, first) => groups.slice(first).join(''))
    .filter((digits) => digits.length >= MIN_NUMBER);

/** The searched words of an entry, each after a space, so that `% word%` finds beginnings of words. */
export function searchedWords(label: string, searchText: string): string {
  const joinedDigits = [...`${label}\n${searchText}`.matchAll(DIGIT_GROUPS)].flatMap(([digits]) =>
    joinedSuffixes(digits.split(/\D/)),
  );
  const all = unique([...searchTermsOf(label), ...searchTermsOf(searchText), ...joinedDigits]);
  return cut(` ${all.join(' ')}`, MAX.words);
}

/** Words of a label that may correct a typing error. */
export const termsOf = (labelKey: string): string[] =>
  unique(labelKey.split(' ')).filter((word) => TERM.test(word));

/** A text that the database can store, at most `length` long. */
export const storableText = (text: string, length: number): string =>
  cut(text.replaceAll('\0', '').trim(), length);
