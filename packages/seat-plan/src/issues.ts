import { SEAT_SIZE } from './geometry';
import type { PlanBlock, PlanTable, Shape } from './types';

export type PlanIssueCode =
  'block-out-of-range' | 'block-repeated' | 'seat-repeated' | 'seats-overlap' | 'too-many-seats';

/** Maximum number of seats of a plan, checked before any seat is generated. */
export const MAX_PLAN_SEATS = 20_000;
/** Maximum number of listed issues: users fix them one by one, and responses stay small. Others are only counted. */
export const MAX_PLAN_ISSUES = 50;

export interface PlanIssue {
  code: PlanIssueCode;
  /** The block or the table. */
  blockId: string;
  /** The wrong field, the label of the seat ('A-12'), or the number of seats there would be. */
  at: string;
}

/** Issues of a plan: the first ones in full, and the count of all. */
export class PlanIssues {
  readonly named: PlanIssue[] = [];
  count = 0;

  add(code: PlanIssueCode, blockId: string, at: string): void {
    this.count += 1;
    if (this.named.length < MAX_PLAN_ISSUES) this.named.push({ code, blockId, at });
  }
}

/** Thrown by the generator: a plan with such issues would sell the same seat twice. */
export class PlanError extends Error {
  readonly issues: readonly PlanIssue[];
  /** Number of all issues, including those that are not listed. */
  readonly count: number;

  constructor({ named, count }: PlanIssues) {
    super(named.map(({ code, blockId, at }) => `${code} ${blockId} ${at}`).join(', '));
    this.name = 'PlanError';
    this.issues = named;
    this.count = count;
  }
}

const isBetween = (value: number, low: number, high: number): boolean => value >= low && value <= high;
const isIntegerBetween = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && isBetween(value, low, high);

/**
 * Number of seats of the blocks and tables, computed without generating them. An invalid block has none; a total above
 * the safe integers is Infinity.
 */
export function countSeats(
  blocks: readonly Pick<PlanBlock, 'rows' | 'seatsPerRow' | 'growth'>[],
  tables: readonly Pick<PlanTable, 'chairs'>[] = [],
): number {
  let total = 0;
  for (const { rows, seatsPerRow, growth = 0 } of blocks) {
    if (!(rows > 0) || !(seatsPerRow > 0)) continue;
    total += rows * seatsPerRow + (growth > 0 ? (growth * rows * (rows - 1)) / 2 : 0);
    if (!(total <= Number.MAX_SAFE_INTEGER)) return Infinity;
  }
  for (const { chairs } of tables) if (chairs > 0) total += chairs;
  return total <= Number.MAX_SAFE_INTEGER ? total : Infinity;
}

/** Seats of the longest row of a block whose rows grow. */
const MAX_ROW = 200;

type Check = [isWrong: boolean, at: string];

const checksOfBlock = (block: PlanBlock): Check[] => {
  const { growth = 0, radius = 0, skipLetters = '' } = block;
  return [
    [!isIntegerBetween(block.rows, 1, 60), 'rows'],
    [!isIntegerBetween(block.seatsPerRow, 1, 80), 'seatsPerRow'],
    [!/^[A-Z]{1,2}$/.test(block.firstRow), 'firstRow'],
    [!isIntegerBetween(block.firstSeat, 1, 9999), 'firstSeat'],
    [!isBetween(block.rowSpacing, SEAT_SIZE, 400), 'rowSpacing'],
    [!isBetween(block.seatSpacing, SEAT_SIZE, 400), 'seatSpacing'],
    [!isBetween(block.curve, -2000, 2000), 'curve'],
    [!isBetween(block.rotation, -360, 360), 'rotation'],
    [!isBetween(block.x, -100_000, 100_000), 'x'],
    [!isBetween(block.y, -100_000, 100_000), 'y'],
    [radius !== 0 && !isBetween(radius, 20, 20_000), 'radius'],
    [!isIntegerBetween(growth, 0, 10) || block.seatsPerRow + growth * block.rows > MAX_ROW, 'growth'],
    [!/^[A-Z]{0,10}$/.test(skipLetters), 'skipLetters'],
  ];
};

const checksOfTable = (table: PlanTable): Check[] => [
  [!/^[A-Z0-9]{1,8}$/.test(table.label), 'label'],
  [!isIntegerBetween(table.chairs, 1, 40), 'chairs'],
  [!isIntegerBetween(table.ends, 0, 20), 'ends'],
  [!isIntegerBetween(table.firstSeat, 1, 9999), 'firstSeat'],
  [!isBetween(table.width, 20, 2000), 'width'],
  [!isBetween(table.depth, 20, 2000), 'depth'],
  [!isBetween(table.rotation, -360, 360), 'rotation'],
  [!isBetween(table.x, -100_000, 100_000), 'x'],
  [!isBetween(table.y, -100_000, 100_000), 'y'],
];

/** Issues of the blocks and tables themselves, found before any seat is generated. */
export function blockIssues(blocks: readonly PlanBlock[], tables: readonly PlanTable[] = []): PlanIssues {
  const issues = new PlanIssues();
  const seen = new Set<string>();
  const check = (id: string, checks: readonly Check[]): void => {
    if (seen.has(id)) issues.add('block-repeated', id, 'id');
    seen.add(id);
    for (const [isWrong, at] of checks) if (isWrong) issues.add('block-out-of-range', id, at);
  };
  for (const block of blocks) check(block.id, checksOfBlock(block));
  for (const table of tables) check(table.id, checksOfTable(table));
  const seats = countSeats(blocks, tables);
  if (seats > MAX_PLAN_SEATS) issues.add('too-many-seats', '', String(seats));
  return issues;
}

const cellOf = (value: number): number => Math.floor(value / SEAT_SIZE);

/**
 * Repeated labels and overlapping seats. Only a seat that overlaps no other enters the grid, so that a cell holds at
 * most four of them and the work grows linearly with the seats, however many overlap.
 */
export function shapeIssues(shapes: readonly (Shape & { blockId: string })[]): PlanIssues {
  const issues = new PlanIssues();
  const labels = new Set<string>();
  const cells = new Map<string, Shape[]>();
  for (const shape of shapes) {
    if (labels.has(shape.label)) issues.add('seat-repeated', shape.blockId, shape.label);
    labels.add(shape.label);
    const column = cellOf(shape.x);
    const line = cellOf(shape.y);
    if (liesOnAnother(shape, column, line, cells)) {
      issues.add('seats-overlap', shape.blockId, shape.label);
      continue;
    }
    const key = `${column}:${line}`;
    const cell = cells.get(key);
    if (cell) cell.push(shape);
    else cells.set(key, [shape]);
  }
  return issues;
}

function liesOnAnother(
  shape: Shape,
  column: number,
  line: number,
  cells: ReadonlyMap<string, readonly Shape[]>,
): boolean {
  for (let x = column - 1; x <= column + 1; x++) {
    for (let y = line - 1; y <= line + 1; y++) {
      for (const other of cells.get(`${x}:${y}`) ?? [])
        if (Math.hypot(other.x - shape.x, other.y - shape.y) < SEAT_SIZE - 0.05) return true;
    }
  }
  return false;
}
