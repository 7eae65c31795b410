import { SEAT_SIZE } from './geometry';
import { seatNumber } from './rows';
import type { PlanTable, TableForm, TableTop } from './types';

/** From the edge of a table to the middle of its chairs. */
export const CHAIR_DISTANCE = 13;
const CHAIR_STEP = SEAT_SIZE + 4;
/** A smaller table could carry no label. */
const LEAST_DIAMETER = 56;
const LEAST_DEPTH = 30;

export interface Chair {
  number: string;
  x: number;
  y: number;
  rotation: number;
}

const round = (value: number): number => Math.round(value * 100) / 100 + 0;

/** Distance of `count` chairs from the middle of a side of this length. */
const alongSide = (count: number, length: number): number[] =>
  Array.from({ length: count }, (_, at) => ((at + 0.5) / count - 0.5) * length);

interface Spot {
  dx: number;
  dy: number;
  turn: number;
}

function around({ chairs, width }: PlanTable): Spot[] {
  const radius = width / 2 + CHAIR_DISTANCE;
  return Array.from({ length: chairs }, (_, at) => {
    const turn = (360 * at) / chairs;
    const angle = (turn * Math.PI) / 180;
    return { dx: radius * Math.sin(angle), dy: -radius * Math.cos(angle), turn };
  });
}

/** How many chairs stand at the top, at each end and at the bottom of a rectangle. */
function sides({ chairs, ends }: Pick<PlanTable, 'chairs' | 'ends'>): {
  top: number;
  end: number;
  bottom: number;
} {
  const end = Math.min(ends, Math.floor(chairs / 2));
  const top = Math.ceil((chairs - 2 * end) / 2);
  return { top, end, bottom: chairs - 2 * end - top };
}

function alongEdges(table: PlanTable): Spot[] {
  const { width, depth } = table;
  const { top, end, bottom } = sides(table);
  const [x, y] = [width / 2 + CHAIR_DISTANCE, depth / 2 + CHAIR_DISTANCE];
  return [
    ...alongSide(top, width).map((dx) => ({ dx, dy: -y, turn: 0 })),
    ...alongSide(end, depth).map((dy) => ({ dx: x, dy, turn: 90 })),
    ...alongSide(bottom, width).map((dx) => ({ dx: -dx, dy: y, turn: 180 })),
    ...alongSide(end, depth).map((dy) => ({ dx: -x, dy: -dy, turn: 270 })),
  ];
}

/** The chairs of a table, clockwise: from the top of a round one, from the top left of a rectangle. */
export function chairsOf(table: PlanTable): Chair[] {
  const angle = (table.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const spots = table.form === 'ROUND' ? around(table) : alongEdges(table);
  return spots.map(({ dx, dy, turn }, at) => ({
    number: String(seatNumber(at, table.chairs, table.firstSeat, table.numbering)),
    x: round(table.x + dx * cos - dy * sin),
    y: round(table.y + dx * sin + dy * cos),
    rotation: round((table.rotation + turn) % 360),
  }));
}

/** The smallest table around which so many chairs do not overlap. */
export function leastSize(form: TableForm, chairs: number, ends: number): Pick<TableTop, 'width' | 'depth'> {
  if (form === 'ROUND') {
    const around = chairs < 2 ? 0 : CHAIR_STEP / Math.sin(Math.PI / chairs) - 2 * CHAIR_DISTANCE;
    const width = Math.max(LEAST_DIAMETER, Math.ceil(around));
    return { width, depth: width };
  }
  const { top, end } = sides({ chairs, ends });
  return {
    width: Math.max(CHAIR_STEP * 2, top * CHAIR_STEP),
    depth: Math.max(LEAST_DEPTH, end * CHAIR_STEP),
  };
}

/** The number at the end of a label: 'T12' is the twelfth with the prefix 'T'. */
export function splitLabel(label: string): { prefix: string; number: number } {
  const digits = /\d*$/.exec(label)?.[0] ?? '';
  return { prefix: label.slice(0, label.length - digits.length), number: Number(digits) };
}

/** Labels of so many tables: from 'T12' come 'T12', 'T13' … without those that are used. */
export function tableLabels(first: string, count: number, used: ReadonlySet<string> = new Set()): string[] {
  const { prefix, number } = splitLabel(first);
  const labels: string[] = [];
  for (let next = Math.max(1, number); labels.length < count; next++) {
    const label = `${prefix}${next}`;
    if (!used.has(label)) labels.push(label);
  }
  return labels;
}

export interface TableGrid {
  columns: number;
  rows: number;
  firstLabel: string;
  form: TableForm;
  chairs: number;
  ends: number;
  categoryId: string;
  /** Free space between the chairs of two tables. */
  gap: number;
  /** Centre of the first table. */
  x: number;
  y: number;
}

/** Equal tables in columns and rows. */
export function generateTables(
  grid: TableGrid,
  used: ReadonlySet<string>,
  newId: (label: string) => string,
): PlanTable[] {
  const { width, depth } = leastSize(grid.form, grid.chairs, grid.ends);
  const outside = 2 * CHAIR_DISTANCE + SEAT_SIZE + grid.gap;
  return tableLabels(grid.firstLabel, grid.columns * grid.rows, used).map((label, at) => ({
    id: newId(label),
    label,
    form: grid.form,
    categoryId: grid.categoryId,
    chairs: grid.chairs,
    ends: grid.ends,
    width,
    depth,
    x: grid.x + (at % grid.columns) * (width + outside),
    y: grid.y + Math.floor(at / grid.columns) * (depth + outside),
    rotation: 0,
    firstSeat: 1,
    numbering: 'LEFT_TO_RIGHT',
    accessible: [],
  }));
}

/** What is drawn of a table apart from its chairs. */
export const tableTop = ({ id, label, form, x, y, width, depth, rotation }: TableTop): TableTop => ({
  ...{ id, label, form, x, y, width, depth, rotation },
});
