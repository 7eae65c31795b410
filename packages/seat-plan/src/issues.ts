import { SEAT_SIZE } from './geometry';
import type { PlanBlock, Shape } from './types';

export type PlanIssueCode = 'block-out-of-range' | 'block-repeated' | 'seat-repeated' | 'seats-overlap';

export interface PlanIssue {
  code: PlanIssueCode;
  blockId: string;
  /** The field that is wrong, or the label of the seat ('A-12'). */
  at: string;
}

/** Thrown by the generator: a plan with one of these would sell the same place twice. */
export class PlanError extends Error {
  constructor(readonly issues: readonly PlanIssue[]) {
    super(issues.map(({ code, blockId, at }) => `${code} ${blockId} ${at}`).join(', '));
    this.name = 'PlanError';
  }
}

const between = (value: number, low: number, high: number): boolean => value >= low && value <= high;
const whole = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && between(value, low, high);

export function blockIssues(blocks: readonly PlanBlock[]): PlanIssue[] {
  const seen = new Set<string>();
  return blocks.flatMap((block) => {
    const repeated = seen.has(block.id);
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
    return [
      ...(repeated ? [{ code: 'block-repeated' as const, blockId: block.id, at: 'id' }] : []),
      ...wrong
        .filter(([is]) => is)
        .map(([, at]) => ({ code: 'block-out-of-range' as const, blockId: block.id, at })),
    ];
  });
}

/** Labels that come twice and seats that lie on each other; a grid keeps this linear for halls of 20 000 seats. */
export function shapeIssues(shapes: readonly (Shape & { blockId: string })[]): PlanIssue[] {
  const issues: PlanIssue[] = [];
  const labels = new Set<string>();
  const cells = new Map<string, Shape[]>();
  for (const shape of shapes) {
    if (labels.has(shape.label))
      issues.push({ code: 'seat-repeated', blockId: shape.blockId, at: shape.label });
    labels.add(shape.label);
    const column = Math.floor(shape.x / SEAT_SIZE);
    const line = Math.floor(shape.y / SEAT_SIZE);
    const near = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx}:${line + dy}`) ?? []),
    );
    if (near.some((other) => Math.hypot(other.x - shape.x, other.y - shape.y) < SEAT_SIZE - 0.05)) {
      issues.push({ code: 'seats-overlap', blockId: shape.blockId, at: shape.label });
    }
    const cell = `${column}:${line}`;
    cells.set(cell, [...(cells.get(cell) ?? []), shape]);
  }
  return issues;
}
