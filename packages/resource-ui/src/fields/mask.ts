/** How a value of fixed form is typed: what counts in it, and how it is set in groups. */
export interface Mask {
  /** Keeps what counts of what was typed or pasted. */
  clean: (typed: string) => string;
  /** Sets it in groups, with spaces that are not part of the value. */
  group: (clean: string) => string;
}

export interface Masked {
  clean: string;
  shown: string;
  /** Where the caret belongs in `shown`: after the same signs as before. */
  caret: number;
}

export const applyMask = (mask: Mask, typed: string, caret: number): Masked => {
  const clean = mask.clean(typed);
  const shown = mask.group(clean);
  const before = mask.clean(typed.slice(0, caret)).length;
  return { clean, shown, caret: caret >= typed.length ? shown.length : placeAfter(mask, shown, before) };
};

/** The place in `shown` where `count` signs have passed. */
const placeAfter = ({ clean }: Mask, shown: string, count: number): number => {
  for (let place = 0; place <= shown.length; place += 1)
    if (clean(shown.slice(0, place)).length >= count) return place;
  return shown.length;
};

/** Keeps a number on one line. */
export const NARROW = '\u00a0';
