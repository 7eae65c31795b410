import { SEAT_SIZE } from './geometry';
import type { PlanBlock, Shape } from './types';

export type PlanIssueCode =
  'block-out-of-range' | 'block-repeated' | 'seat-repeated' | 'seats-overlap' | 'too-many-seats';

/** Seats of the largest hall that is drawn; they are counted before any of them exists. */
export const MAX_PLAN_SEATS = 20_000;
/** Issues that are named: who draws mends them one by one, and an answer stays small. The others are only counted. */
export const MAX_PLAN_ISSUES = 50;

export interface PlanIssue {
  code: PlanIssueCode;
  blockId: string;
  /** The field that is wrong, the label of the seat ('A-12'), or how many seats there would be. */
  at: string;
}

/** What is wrong with a plan: the first ones by name, and how many there are. */
export class PlanIssues {
  readonly named: PlanIssue[] = [];
  count = 0;

  add(code: PlanIssueCode, blockId: string, at: string): void {
    this.count += 1;
    if (this.named.length < MAX_PLAN_ISSUES) this.named.push({ code, blockId, at });
  }
}

/** Thrown by the generator: a plan with one of these would sell the same place twice. */
export class PlanError extends Error {
  readonly issues: readonly PlanIssue[];
  /** How many there are, with those that are not named. */
  readonly count: number;

  constructor({ named, count }: PlanIssues) {
    super(named.map(({ code, blockId, at }) => `${code} ${blockId} ${at}`).join(', '));
    this.name = 'PlanError';
    this.issues = named;
    this.count = count;
  }
}

const between = (value: number, low: number, high: number): boolean => value >= low && value <= high;
const whole = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && between(value, low, high);

/**
 * How many seats the blocks would have, by arithmetic alone. A block that cannot be drawn has none; a number that
 * no computer counts exactly is infinitely many.
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

/** What is wrong with the blocks themselves: found before a single seat is drawn. */
export function blockIssues(blocks: readonly PlanBlock[]): PlanIssues {
  const issues = new PlanIssues();
  const seen = new Set<string>();
  for (const block of blocks) {
    if (seen.has(block.id)) issues.add('block-repeated', block.id, 'id');
    seen.add(block.id);
    const wrong: [boolean, string][] = [
      [!whole(block.rows, 1, 60), 'rows'],
      [!whole(block.seatsPerRow, 1, 80), 'seatsPerRow'],
      [!/^[A-Z]{1,2}$/.test(block.firstRow), 'firstRow'],
      [!whole(block.firstSeat, 1, 9999), 'firstSeat'],
      [!between(block.rowSpacing, SEAT_SIZE, 400), 'rowSpacing'],
      [!between(block.seatSpacing, SEAT_SIZE, 400), 'seatSpacing'],
      [!between(block.curve, -2000, 2000), 'curve'],
      [!between(block.rotation, -360, 360), 'rotation'],
      [!between(block.x, -100_000, 100_000), 'x'],
      [!between(block.y, -100_000, 100_000), 'y'],
    ];
    for (const [is, at] of wrong) if (is) issues.add('block-out-of-range', block.id, at);
  }
  const seats = countSeats(blocks);
  if (seats > MAX_PLAN_SEATS) issues.add('too-many-seats', '', String(seats));
  return issues;
}

const cellOf = (value: number): number => Math.floor(value / SEAT_SIZE);

/**
 * Labels that come twice and seats that lie on each other. Only a seat that lies on no other one enters the grid, so
 * that a cell holds four of them at most and the work grows with the seats, however they are piled up.
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
