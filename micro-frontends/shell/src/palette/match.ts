/** A range of a label, in its original letters; `end` is exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

/** Single letters that are typed as two. */
const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss' };
const APART = /[\s\u00a0\u202f'’()«»"/.,:-]/u;

const plainLetter = (letter: string): string => {
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
  return LIGATURES[bare] ?? bare;
};

/** Without accents nor case: people type "telephone" for "Téléphone". */
export const plain = (text: string): string => [...text].map(plainLetter).join('');

interface Word {
  text: string;
  /** Position of each letter of the text in the label. */
  places: Stretch[];
}

/** The words of a label in plain letters, with the position of each letter. */
const labelWords = (label: string): Word[] => {
  const words: Word[] = [];
  let word: Word | null = null;
  // A letter with the marks that follow it.
  for (const { 0: letter, index: start } of label.matchAll(/\P{M}\p{M}*|\p{M}/gu)) {
    if (APART.test(letter)) {
      word = null;
      continue;
    }
    if (!word) words.push((word = { text: '', places: [] }));
    const bare = plainLetter(letter);
    word.text += bare;
    word.places.push(...Array.from({ length: bare.length }, () => ({ start, end: start + letter.length })));
  }
  return words;
};

const partsOf = (typed: string): string[] =>
  plain(typed)
    .split(new RegExp(`${APART.source}+`, 'u'))
    .filter(Boolean);

const stretchOf = ({ places }: Word, start: number, length: number): Stretch => ({
  start: places[start]?.start ?? 0,
  end: places[start + length - 1]?.end ?? 0,
});

/** Sorts stretches and merges those that touch. */
const joined = (stretches: readonly Stretch[]): Stretch[] => {
  const all: Stretch[] = [];
  for (const stretch of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = all[all.length - 1];
    if (last && stretch.start <= last.end) last.end = Math.max(last.end, stretch.end);
    else all.push({ ...stretch });
  }
  return all;
};

/** Matching stretches if every typed word begins a word of the label, otherwise null. */
export const matchOf = (label: string, typed: string): Stretch[] | null => {
  const words = labelWords(label);
  const used = new Set<Word>();
  const stretches: Stretch[] = [];
  for (const part of partsOf(typed)) {
    const fits = words.filter(({ text }) => text.startsWith(part));
    const word = fits.find((candidate) => !used.has(candidate)) ?? fits[0];
    if (!word) return null;
    used.add(word);
    stretches.push(stretchOf(word, 0, part.length));
  }
  return joined(stretches);
};

/** Whether every typed word begins a word of the label. */
export const matches = (label: string, typed: string): boolean => matchOf(label, typed) !== null;

/** Matching stretches anywhere in the label, for results that were found by other rules. */
export const stretchesIn = (label: string, typed: string): Stretch[] => {
  const words = labelWords(label);
  return joined(
    partsOf(typed).flatMap((part) => {
      const word =
        words.find(({ text }) => text.startsWith(part)) ?? words.find(({ text }) => text.includes(part));
      return word ? [stretchOf(word, word.text.indexOf(part), part.length)] : [];
    }),
  );
};

/** Splits the label into marked and unmarked pieces. */
export const cut = (
  label: string,
  stretches: readonly Stretch[],
): { text: string; typed: boolean; start: number }[] => {
  const pieces: { text: string; typed: boolean; start: number }[] = [];
  let at = 0;
  const add = (end: number, typed: boolean) => {
    if (end > at) pieces.push({ text: label.slice(at, end), typed, start: at });
    at = Math.max(at, end);
  };
  for (const { start, end } of stretches) {
    add(Math.min(start, label.length), false);
    add(Math.min(end, label.length), true);
  }
  add(label.length, false);
  return pieces;
};

/** Lower is better: 0 when the label begins with the typed words, 1 when it has them in the typed order, else 2. */
export const rankOf = (label: string, typed: string): number => {
  const parts = partsOf(typed);
  const words = labelWords(label).map(({ text }) => text);
  if (parts.length === 0) return 0;
  if (parts.every((part, index) => words[index]?.startsWith(part))) return 0;
  let place = -1;
  const inOrder = parts.every((part) => {
    place = words.findIndex((word, index) => index > place && word.startsWith(part));
    return place >= 0;
  });
  return inOrder ? 1 : 2;
};
