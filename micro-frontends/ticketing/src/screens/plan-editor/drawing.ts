import {
  type Box,
  CHAIR_DISTANCE,
  type PlanBlock,
  type PlanOutline,
  type PlanTable,
  type PlanText,
  type PreviewShape,
  rowNames,
  SEAT_SIZE,
  tableLabels,
} from '@coulisse/seat-plan';
import type { PlanDrawing } from '../../api-types';
import { hasRowNames, nextRow } from './plan-draft';

/** What the editor edits. Its values may be invalid while a person types. */
export type Drawing = PlanDrawing;

/** A block, a table, an outline or a text; ids are unique over all of them. */
export type Item =
  | { kind: 'block'; value: PlanBlock }
  | { kind: 'table'; value: PlanTable }
  | { kind: 'outline'; value: PlanOutline }
  | { kind: 'text'; value: PlanText };

export type Selection = ReadonlySet<string>;
export const NOTHING: Selection = new Set();

export const itemsOf = ({ blocks, tables, outlines, texts }: Drawing): Item[] => [
  ...blocks.map((value) => ({ kind: 'block' as const, value })),
  ...tables.map((value) => ({ kind: 'table' as const, value })),
  ...outlines.map((value) => ({ kind: 'outline' as const, value })),
  ...texts.map((value) => ({ kind: 'text' as const, value })),
];

export const idsOf = (drawing: Drawing): string[] => itemsOf(drawing).map(({ value }) => value.id);

interface Changes {
  block?: (block: PlanBlock) => PlanBlock;
  table?: (table: PlanTable) => PlanTable;
  outline?: (outline: PlanOutline) => PlanOutline;
  text?: (text: PlanText) => PlanText;
}

const mapOf = <T extends { id: string }>(list: T[], ids: Selection, change?: (item: T) => T): T[] =>
  change ? list.map((item) => (ids.has(item.id) ? change(item) : item)) : list;

/** Changes the selected items. */
export const changed = (drawing: Drawing, ids: Selection, changes: Changes): Drawing => ({
  ...drawing,
  blocks: mapOf(drawing.blocks, ids, changes.block),
  tables: mapOf(drawing.tables, ids, changes.table),
  outlines: mapOf(drawing.outlines, ids, changes.outline),
  texts: mapOf(drawing.texts, ids, changes.text),
});

export interface Move {
  dx: number;
  dy: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Moves each item by its own distance. */
export function movedEach(drawing: Drawing, moves: ReadonlyMap<string, Move>): Drawing {
  const at = <T extends { id: string; x: number; y: number }>(item: T): T => {
    const { dx, dy } = moves.get(item.id) ?? { dx: 0, dy: 0 };
    return { ...item, x: round(item.x + dx), y: round(item.y + dy) };
  };
  return changed(drawing, new Set(moves.keys()), {
    block: at,
    table: at,
    text: at,
    outline: (outline) => {
      const { dx, dy } = moves.get(outline.id) ?? { dx: 0, dy: 0 };
      return {
        ...outline,
        points: outline.points.map(({ x, y }) => ({ x: round(x + dx), y: round(y + dy) })),
      };
    },
  });
}

export const moved = (drawing: Drawing, ids: Selection, move: Move): Drawing =>
  movedEach(drawing, new Map([...ids].map((id) => [id, move])));

const normal = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Turns each item around its own middle. */
export function turned(drawing: Drawing, ids: Selection, degrees: number): Drawing {
  const turn = <T extends { rotation: number }>(item: T): T => ({
    ...item,
    rotation: normal(item.rotation + degrees),
  });
  return changed(drawing, ids, { block: turn, table: turn, text: turn });
}

export const removed = (drawing: Drawing, ids: Selection): Drawing => {
  const rest = <T extends { id: string }>(list: T[]): T[] => list.filter(({ id }) => !ids.has(id));
  return {
    ...drawing,
    blocks: rest(drawing.blocks),
    tables: rest(drawing.tables),
    outlines: rest(drawing.outlines),
    texts: rest(drawing.texts),
  };
};

/** Rows of a block under other names: its marks follow them. */
function renamedRows(block: PlanBlock, firstRow: string): PlanBlock {
  if (!hasRowNames(block)) return { ...block, firstRow };
  const before = rowNames(block.firstRow, block.rows, block.skipLetters);
  const after = rowNames(firstRow, block.rows, block.skipLetters);
  const names = new Map(before.map((name, at) => [name, after[at] ?? name]));
  const label = (seat: string): string => {
    const [row = '', number = ''] = seat.split('-');
    return `${names.get(row) ?? row}-${number}`;
  };
  return {
    ...block,
    firstRow,
    accessible: block.accessible.map(label),
    ...(block.companions && { companions: block.companions.map(label) }),
    ...(block.blocked && { blocked: block.blocked.map(label) }),
    ...(block.painted && {
      painted: Object.fromEntries(Object.entries(block.painted).map(([seat, id]) => [label(seat), id])),
    }),
  };
}

/**
 * Copies the selected items beside themselves. Copies of tables are counted on and copies of blocks get the next
 * letters, so that no label is repeated.
 */
export function duplicated(
  drawing: Drawing,
  ids: Selection,
  move: Move,
  newId: () => string,
): { drawing: Drawing; ids: Selection } {
  const copies = new Set<string>();
  const copyOf = <T extends { id: string }>(item: T): T => {
    const id = newId();
    copies.add(id);
    return { ...item, id };
  };
  const chosen = <T extends { id: string }>(list: T[]): T[] => list.filter(({ id }) => ids.has(id));
  const blocks = [...drawing.blocks];
  for (const block of chosen(drawing.blocks)) blocks.push(renamedRows(copyOf(block), nextRow(blocks)));
  const labels = new Set(drawing.tables.map(({ label }) => label));
  const tables = chosen(drawing.tables).map((table) => {
    const [label = table.label] = tableLabels(table.label, 1, labels);
    labels.add(label);
    return { ...copyOf(table), label };
  });
  const grown: Drawing = {
    ...drawing,
    blocks,
    tables: [...drawing.tables, ...tables],
    outlines: [...drawing.outlines, ...chosen(drawing.outlines).map(copyOf)],
    texts: [...drawing.texts, ...chosen(drawing.texts).map(copyOf)],
  };
  return { drawing: moved(grown, copies, move), ids: copies };
}

/** Sets the category of all seats of the selected items. */
export function categorised(drawing: Drawing, ids: Selection, categoryId: string): Drawing {
  const all = <T extends PlanBlock | PlanTable>({ painted: _painted, ...item }: T): T =>
    ({ ...item, categoryId }) as T;
  return changed(drawing, ids, { block: all, table: all });
}

const boxOf = (points: readonly { x: number; y: number }[], room: number): Box | null => {
  if (points.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  return {
    x: left - room,
    y: top - room,
    width: right - left + 2 * room,
    height: bottom - top + 2 * room,
  };
};

const tableBox = (table: PlanTable): Box => {
  const angle = (table.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const room = 2 * CHAIR_DISTANCE + SEAT_SIZE;
  const [width, height] =
    table.form === 'ROUND'
      ? [table.width + room, table.width + room]
      : [
          (table.width + room) * cos + (table.depth + room) * sin,
          (table.width + room) * sin + (table.depth + room) * cos,
        ];
  return { x: table.x - width / 2, y: table.y - height / 2, width, height };
};

const textBox = ({ x, y, size, text }: PlanText): Box => {
  // About as wide as letters are on average.
  const width = Math.max(size, text.length * size * 0.55);
  return { x: x - width / 2, y: y - size * 0.7, width, height: size * 1.4 };
};

/** Where each item is. A block without valid seats has no place. */
export function boundsOf(drawing: Drawing, shapes: readonly PreviewShape[]): Map<string, Box> {
  const byBlock = new Map<string, PreviewShape[]>();
  for (const shape of shapes) {
    if (shape.tableId) continue;
    const list = byBlock.get(shape.blockId);
    if (list) list.push(shape);
    else byBlock.set(shape.blockId, [shape]);
  }
  const bounds = new Map<string, Box>();
  for (const [id, seats] of byBlock) bounds.set(id, boxOf(seats, SEAT_SIZE / 2)!);
  for (const table of drawing.tables) bounds.set(table.id, tableBox(table));
  for (const text of drawing.texts) bounds.set(text.id, textBox(text));
  for (const { id, points } of drawing.outlines) {
    const box = boxOf(points, 2);
    if (box) bounds.set(id, box);
  }
  return bounds;
}
