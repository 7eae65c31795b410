const GRAPHEMES = new Intl.Segmenter('fr', { granularity: 'grapheme' });
const lettersOf = (text: string): string[] => Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);

/** Widths of semi-bold letters in parts of their size, rather too much than too little; the first pattern that fits counts. */
const WIDTHS: readonly (readonly [pattern: RegExp, width: number])[] = [
  [/^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u, 1.35],
  // Scripts whose characters fill a square.
  [/^[\u1100-\u11FF\u2E80-\uA4CF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFF60\u{20000}-\u{3FFFF}]/u, 1.05],
  [/^[MW@%—…]/u, 1.02],
  [/^[mw&]/u, 0.92],
  [/^[\sijl.,:;'’|!I]/u, 0.31],
  [/^[tfr()[\]"/-]/u, 0.43],
  [/^[\p{Lu}\p{Nd}]/u, 0.74],
  [/^[aceksvxyz]/u, 0.59],
];
const OTHER_WIDTH = 0.63;

const widthOfLetter = (letter: string): number =>
  WIDTHS.find(([pattern]) => pattern.test(letter))?.[1] ?? OTHER_WIDTH;

/** About how wide a line of semi-bold text is, in the unit of its size. */
export const textWidth = (text: string, size: number): number =>
  size * lettersOf(text).reduce((sum, letter) => sum + widthOfLetter(letter), 0);

/** What one line of this width shows of a text: all of it, or its beginning and an ellipsis. Empty where not even that fits. */
export function fittedLine(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  let shown = '';
  for (const letter of lettersOf(text)) {
    if (textWidth(`${shown}${letter}…`, size) > width) break;
    shown += letter;
  }
  return shown.trimEnd() === '' ? '' : `${shown.trimEnd()}…`;
}
