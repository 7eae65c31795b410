import { type PlanBlock, rowIndex, rowLetters, rowNames } from '@coulisse/seat-plan';

const SPACING = 28;
const GAP = 44;

/** Whether the rows of a block have names: while a person types, they may not. */
export const hasRowNames = ({ firstRow, rows, skipLetters = '' }: PlanBlock): boolean =>
  /^[A-Z]{1,2}$/.test(firstRow) && rows >= 1 && rows <= 60 && /^[A-Z]{0,10}$/.test(skipLetters);

/** The next free row letters: A to D are used → E. */
export const nextRow = (blocks: readonly PlanBlock[]): string => {
  const last = blocks.filter(hasRowNames).map((block) => {
    const names = rowNames(block.firstRow, block.rows, block.skipLetters);
    return rowIndex(names[names.length - 1] ?? block.firstRow);
  });
  return rowLetters(Math.max(-1, ...last) + 1);
};

/**
 * A new block under the others, centred on them, with the next row letters; under everything that is drawn, where
 * `below` says how far that reaches.
 */
export const newBlock = (
  blocks: readonly PlanBlock[],
  categoryId: string,
  name: string,
  below?: { center: number; y: number },
): PlanBlock => {
  const above = blocks.at(-1);
  const seatsPerRow = above?.seatsPerRow ?? 20;
  const seatSpacing = above?.seatSpacing ?? 26;
  const aisleAfter = above?.aisleAfter ?? [Math.floor(seatsPerRow / 2)];
  const width = (seatsPerRow - 1 + aisleAfter.length) * seatSpacing;
  return {
    id: crypto.randomUUID(),
    name,
    categoryId,
    rows: 5,
    seatsPerRow,
    firstRow: nextRow(blocks),
    firstSeat: 1,
    x: above ? above.x : below ? Math.round(below.center - width / 2) : 0,
    y: Math.max(
      above ? above.y + above.rows * above.rowSpacing + GAP - SPACING : 0,
      below ? Math.round(below.y + GAP) : 0,
    ),
    rowSpacing: SPACING,
    seatSpacing,
    curve: above?.curve ?? 20,
    rotation: 0,
    numbering: 'LEFT_TO_RIGHT',
    aisleAfter,
    accessible: [],
  };
};

/** A block that is named after its category goes on being named after it. */
export const withCategory = (
  { name, categoryId }: PlanBlock,
  chosen: string,
  categories: readonly { id: string; name: string }[],
): Partial<PlanBlock> => {
  const nameOf = (id: string) => categories.find((category) => category.id === id)?.name;
  const next = nameOf(chosen);
  return { categoryId: chosen, ...(next !== undefined && name === nameOf(categoryId) && { name: next }) };
};

/** '8, 16' → [8, 16]; anything else is left out. */
export const parseNumbers = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .map(Number)
    .filter((number) => Number.isInteger(number) && number > 0);

/** 'A1, a-12' → ['A-1', 'A-12']. */
export const parseSeats = (text: string): string[] =>
  [...text.matchAll(/([A-Za-z]{1,2})[\s-]*(\d{1,3})/g)].map(
    ([, row, seat]) => `${row?.toUpperCase()}-${seat}`,
  );
