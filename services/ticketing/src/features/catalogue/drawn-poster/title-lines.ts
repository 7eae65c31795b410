export interface TitleLines {
  size: number;
  lines: readonly { text: string; width: number }[];
}

const NARROW = /[iIjlt.,:;'’!|()[\]\- ]/u;
const WIDE = /[mwMWÆŒæœ—…%@]/u;
const CAPITAL = /[\p{Lu}\p{Nd}]/u;

/** Width of a text in a bold serif, for a size of one: the drawing stretches it to exactly this width. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (NARROW.test(character)) width += 0.34;
    else if (WIDE.test(character)) width += 0.92;
    else if (CAPITAL.test(character)) width += 0.72;
    else width += 0.57;
  }
  return width;
}

const SIZES = [50, 44, 38, 33, 28, 24, 20];
const SMALLEST = 20;

function wrapped(words: readonly string[], most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > most) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

export const LEADING = 1.06;

/** A title in the largest size in which it fits into a box in at most three lines; what does not fit is cut. */
export function titleLines(title: string, width: number, height: number): TitleLines {
  const words = title.split(/\s+/u).filter(Boolean);
  const fits = (size: number) => {
    const lines = wrapped(words, width / size);
    return (
      lines.length <= 3 &&
      lines.length * size * LEADING <= height &&
      lines.every((line) => widthOf(line) * size <= width)
    );
  };
  const size = SIZES.find(fits) ?? SMALLEST;
  const all = wrapped(words, width / size);
  const shown = all.length > 4 ? [...all.slice(0, 3), `${all[3]}…`] : all;
  return {
    size,
    lines: shown.map((text) => ({ text, width: Math.round(Math.min(width, widthOf(text) * size)) })),
  };
}
