/** Matches a number in one way only: what matches in several is tried in all combinations when the rest does not match. */
const NUMBER = String.raw`-?(?:\d+(?:\.\d*)?|\.\d+)`;
const POINT = `${NUMBER} ${NUMBER}`;
/** Figures of four lines that are filled; an outline would have three sides, and what is shown in a figure other rules. */
const FILLED = new RegExp(`^(?:${POINT} m\\n(?:${POINT} l\\n){3})+f\\n`, 'gm');
const GROUP = `(${NUMBER})`;
const FIRST_SIDE = `${GROUP} ${GROUP} m\\n${GROUP} \\2 l\\n`;
const OTHER_SIDES = `\\3 ${GROUP} l\\n\\1 \\4 l\\n`;
const LEVEL_RECTANGLE = new RegExp(`^${FIRST_SIDE}${OTHER_SIDES}`, 'gm');

const PATH = new RegExp(`^(?:${NUMBER} )+(?:m|l|c|v|y|re)$`, 'gm');
const LETTERS = new RegExp(`^(?:${NUMBER} )+Td(?= )`, 'gm');
const LONG_NUMBER = /-?\d*\.\d{3,}/g;

const rounded = (value: number, digits: number): string =>
  String(Math.round(value * 10 ** digits) / 10 ** digits);
const roundNumbers =
  (digits: number) =>
  (line: string): string =>
    line.replace(LONG_NUMBER, (text) => rounded(Number(text), digits));

const asRectangle = (_lines: string, left: string, top: string, right: string, bottom: string): string =>
  `${left} ${top} ${rounded(Number(right) - Number(left), 4)} ${rounded(Number(bottom) - Number(top), 4)} re\n`;

/**
 * Drawing instructions that take less room and draw the same: a dashed line is a rectangle of four lines for each dash,
 * and every number has eight digits. Lines are exact to a hundredth of a pixel, letters to a thousandth of it.
 */
export const compactDrawing = (instructions: string): string =>
  instructions
    .replace(FILLED, (lines) => lines.replace(LEVEL_RECTANGLE, asRectangle))
    .replace(PATH, roundNumbers(2))
    .replace(LETTERS, roundNumbers(3));
