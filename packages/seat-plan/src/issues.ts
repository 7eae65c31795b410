import { SEAT_SIZE } from './geometry';
import type { PlanBlock, Shape } from './types';

export type PlanIssueCode =
  'block-out-of-range' | 'block-repeated' | 'seat-repeated' | 'seats-overlap' | 'too-many-seats';

/** Maximum number of seats of a plan, checked before any seat is generated. */
export const MAX_PLAN_SEATS = 20_000;
/** Maximum number of listed issues: users fix them one by one, and responses stay small. Others are only counted. */
export const MAX_PLAN_ISSUES = 50;

export interface PlanIssue {
  code: PlanIssueCode;
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
 * Number of seats of the blocks, computed without generating them. An invalid block has none; a total above the safe
 * integers is Infinity.
 */
export function countSeats(blocks: readonly Pick<PlanBlock, 'rows' | 'seatsPerRow'>[]): number {
  let total = 0;
  for (const { rows, seatsPerRow } of blocks) {
    if (!(rows > 0) || !(seatsPerRow > 0)) continue;
    total += rows * seatsPerRow;
    if (!(total <= Number.MAX_SAFE_INTEGER)) return Infinity;
  }
  return total;
}

/** Issues of the blocks themselves, found before any seat is generated. */
export function blockIssues(blocks: readonly PlanBlock[]): PlanIssues {
  const issues = new PlanIssues();
  const seen = new Set<string>();
  for (const block of blocks) {
    if (seen.has(block.id)) issues.add('block-repeated', block.id, 'id');
    seen.add(block.id);
    const wrong: [boolean, string][] = [
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
    ];
    for (const [isWrong, at] of wrong) if (isWrong) issues.add('block-out-of-range', block.id, at);
  }
  const seats = countSeats(blocks);
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
