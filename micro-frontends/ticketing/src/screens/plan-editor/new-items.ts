import {
  chairsOf,
  generateTables,
  leastSize,
  type PlanBlock,
  type PlanTable,
  type PlanText,
  SEAT_SIZE,
  type TableGrid,
  tableLabels,
} from '@coulisse/seat-plan';
import type { Drawing } from './drawing';
import { newBlock } from './plan-draft';
import type { Tool } from './key-commands';

interface Point {
  x: number;
  y: number;
}

export const newId = (): string => crypto.randomUUID();

const ARC: Partial<PlanBlock> = {
  radius: 240,
  growth: 2,
  curve: 0,
  aisleAfter: [],
  seatsPerRow: 14,
  rows: 4,
};
const ROWS: Partial<PlanBlock> = { curve: 0, aisleAfter: [], seatsPerRow: 10, rows: 4 };

/** The label after those that there are: 'T1', or one more than the last table. */
export const nextLabel = ({ tables }: Pick<Drawing, 'tables'>): string =>
  tableLabels(tables.at(-1)?.label ?? 'T1', 1, new Set(tables.map(({ label }) => label)))[0] ?? 'T1';

export function newTable(
  drawing: Drawing,
  form: PlanTable['form'],
  categoryId: string,
  at: Point,
): PlanTable {
  const chairs = form === 'ROUND' ? 8 : 6;
  return {
    ...{ id: newId(), label: nextLabel(drawing), form, categoryId, chairs, ends: 0 },
    ...at,
    ...leastSize(form, chairs, 0),
    ...{ rotation: 0, firstSeat: 1, numbering: 'LEFT_TO_RIGHT', accessible: [] },
  };
}

/** Equal tables below the seats that there are, from their left edge: a second series continues the grid of the first. */
export function tablesBelow(
  seats: readonly Point[],
  { tables }: Pick<Drawing, 'tables'>,
  choice: Omit<TableGrid, 'x' | 'y'>,
): PlanTable[] {
  const labels = new Set(tables.map(({ label }) => label));
  const made = generateTables({ ...choice, x: 0, y: 0 }, labels, newId);
  if (seats.length === 0) return made;
  const chairs = made.flatMap(chairsOf);
  const least = (points: readonly Point[], axis: 'x' | 'y') =>
    Math.min(...points.map((point) => point[axis]));
  const dx = least(seats, 'x') - least(chairs, 'x');
  const dy = Math.max(...seats.map(({ y }) => y)) + SEAT_SIZE + choice.gap - least(chairs, 'y');
  return made.map((table) => ({ ...table, x: table.x + dx, y: table.y + dy }));
}

/** The drawing with what a tool draws at a point, and the id of what it has drawn. */
export function placed(
  drawing: Drawing,
  tool: Tool,
  at: Point,
  words: { categoryId: string; block: string; text: string },
): { drawing: Drawing; id: string } | null {
  const point = { x: Math.round(at.x), y: Math.round(at.y) };
  if (tool === 'rows' || tool === 'arc') {
    const size = tool === 'arc' ? ARC : ROWS;
    const block = { ...newBlock(drawing.blocks, words.categoryId, words.block), ...size, ...point };
    return { drawing: { ...drawing, blocks: [...drawing.blocks, block] }, id: block.id };
  }
  if (tool === 'round' || tool === 'rectangle') {
    const table = newTable(drawing, tool === 'round' ? 'ROUND' : 'RECTANGLE', words.categoryId, point);
    return { drawing: { ...drawing, tables: [...drawing.tables, table] }, id: table.id };
  }
  if (tool !== 'text') return null;
  const text: PlanText = { id: newId(), text: words.text, ...point, size: 16, rotation: 0 };
  return { drawing: { ...drawing, texts: [...drawing.texts, text] }, id: text.id };
}
