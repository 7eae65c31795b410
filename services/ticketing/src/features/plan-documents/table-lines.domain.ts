import type { TableTop } from '@coulisse/seat-plan';
import { fittedLine, textWidth } from '../drawn-text';

/** A party at a table: its number in the list of the document, and how many of them sit there. */
export interface TableParty {
  number: number;
  name: string;
  count: number;
}

/** A line in a table; `y` is its middle, from the middle of the table. */
export interface TableLine {
  text: string;
  y: number;
  size: number;
  isLabel: boolean;
}

type Top = Pick<TableTop, 'form' | 'width' | 'depth' | 'rotation'>;

/** Sizes of the names, of which the first one that shows most of them counts; smaller ones cannot be read on paper. */
const SIZES = [8, 7, 6, 5.2];
const SIZE_OF_NUMBERS = 5.2;
const LARGEST_LABEL = 11;
const LINE = 1.15;
/** Between the text and the edge of the table. */
const EDGE = 2;
/** A shorter beginning of a name says nothing, and one of so many letters nearly all. */
const [LEAST_LETTERS, ENOUGH_LETTERS] = [3, 8];

const labelSize = (size: number): number => Math.min(LARGEST_LABEL, size + 3);
const quarterOf = (rotation: number): number => Math.round(rotation / 90);

/** Text stands as upright as the sides of its table allow. */
export const textRotation = ({ form, rotation }: Top): number =>
  form === 'ROUND' ? 0 : rotation - quarterOf(rotation) * 90;

function sidesOf({ form, width, depth, rotation }: Top): { width: number; height: number } {
  const isTurned = form !== 'ROUND' && quarterOf(rotation) % 2 !== 0;
  if (form === 'ROUND') return { width, height: width };
  return isTurned ? { width: depth, height: width } : { width, height: depth };
}

/** Width of the table where a line of this height has its middle. */
function widthAt(top: Top, y: number, size: number): number {
  const { width } = sidesOf(top);
  if (top.form !== 'ROUND') return width - 2 * EDGE;
  const reach = Math.abs(y) + size / 2;
  return 2 * Math.sqrt(Math.max(0, (width / 2 - EDGE) ** 2 - reach ** 2));
}

/** `7. Durand (4)`, with the beginning of the name where there is no room for all of it, or without it; null without room for that. */
function partyText({ number, name, count }: TableParty, width: number, size: number) {
  const [before, after] = [`${number}. `, ` (${count})`];
  const shown = fittedLine(name, width - textWidth(before + after, size), size);
  const letters = shown === name ? Infinity : [...shown].length - 1;
  if (letters >= LEAST_LETTERS)
    return { text: `${before}${shown}${after}`, score: letters >= ENOUGH_LETTERS ? 2 : 1 };
  const text = `${before.trimEnd()}${after}`;
  return textWidth(text, size) <= width ? { text, score: 0 } : null;
}

/** A label and lines of this size below it, in the middle of the table. */
function linesOf(top: Top, label: string, count: number, size: number): TableLine[] {
  const heights = [labelSize(size), ...Array.from({ length: count }, () => size)].map((each) => each * LINE);
  let y = -heights.reduce((sum, height) => sum + height, 0) / 2;
  return heights.map((height, index): TableLine => {
    const line = { y: y + height / 2, size: height / LINE, isLabel: index === 0, text: '' };
    y += height;
    return index === 0
      ? { ...line, text: fittedLine(label, widthAt(top, line.y, line.size), line.size) }
      : line;
  });
}

interface Attempt {
  lines: TableLine[];
  /** How much of the names can be read. */
  score: number;
}

function attempt(top: Top, label: string, parties: readonly TableParty[], size: number): Attempt | null {
  const lines = linesOf(top, label, parties.length, size);
  const height = lines.reduce((sum, line) => sum + line.size * LINE, 0);
  if (height > sidesOf(top).height - 2 * EDGE) return null;
  const [first, ...others] = lines as [TableLine, ...TableLine[]];
  const texts = others.map(({ y }, index) => partyText(parties[index]!, widthAt(top, y, size), size));
  const found = texts.filter((text) => text !== null);
  if (found.length < texts.length) return null;
  return {
    lines: [first, ...others.map((line, index) => ({ ...line, text: found[index]!.text }))],
    score: found.reduce((sum, { score }) => sum + score, 0),
  };
}

/**
 * What stands in a table: its label, and a line for each party. Nothing reaches beyond the table, so that no line covers a
 * chair or the line of another table. Where the table is too small for lines, it has the numbers of its parties alone.
 */
export function tableLines(top: Top, label: string, parties: readonly TableParty[]): TableLine[] {
  const attempts = SIZES.map((size) => attempt(top, label, parties, size)).filter((each) => each !== null);
  const best = attempts.reduce<Attempt | null>(
    (found, each) => (found === null || each.score > found.score ? each : found),
    null,
  );
  if (best) return best.lines.filter(({ text }) => text !== '');
  const [first, second] = linesOf(top, label, 1, SIZE_OF_NUMBERS) as [TableLine, TableLine];
  const width = widthAt(top, second.y, second.size);
  const numbers = fittedLine(parties.map(({ number }) => number).join(', '), width, second.size);
  return [first, { ...second, text: numbers }].filter(({ text }) => text !== '');
}
