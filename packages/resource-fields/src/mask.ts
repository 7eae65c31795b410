/** Input mask of a value with a fixed format. */
export interface Mask {
  /** Removes everything but the significant characters from typed or pasted text. */
  clean: (typed: string) => string;
  /** Formats it in groups, with spaces that are not part of the value. */
  group: (clean: string) => string;
}

export interface Masked {
  clean: string;
  shown: string;
  /** Caret position in `shown`: after the same characters as before. */
  caret: number;
}

export const applyMask = (mask: Mask, typed: string, caret: number): Masked => {
  const clean = mask.clean(typed);
  const shown = mask.group(clean);
  const before = mask.clean(typed.slice(0, caret)).length;
  return { clean, shown, caret: caret >= typed.length ? shown.length : placeAfter(mask, shown, before) };
};

/** The position in `shown` after `count` significant characters. */
const placeAfter = ({ clean }: Mask, shown: string, count: number): number => {
  for (let place = 0; place <= shown.length; place += 1)
    if (clean(shown.slice(0, place)).length >= count) return place;
  return shown.length;
};

/** Keeps a number on one line. */
export const NARROW = '\u00a0';
