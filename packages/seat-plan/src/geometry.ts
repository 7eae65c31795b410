import type { Box, PlanBlock } from './types';

/** Side of a seat in plan units; with a smaller spacing seats would overlap. */
export const SEAT_SIZE = 18;

const round = (value: number): number => Math.round(value * 100) / 100 + 0;

/** Number of seats of a row, by its place from the front. */
export const seatsOfRow = (block: Pick<PlanBlock, 'seatsPerRow' | 'growth'>, row: number): number =>
  block.seatsPerRow + row * (block.growth ?? 0);

/** Distance of each seat from the left end of its row; an aisle is one seat spacing wide. */
export function placeOffsets(block: PlanBlock, seats = block.seatsPerRow): number[] {
  const aisles = new Set(block.aisleAfter.filter((after) => after > 0));
  let before = 0;
  return Array.from({ length: seats }, (_, position) => {
    if (aisles.has(position)) before += 1;
    return (position + before) * block.seatSpacing;
  });
}

export interface Placement {
  x: number;
  y: number;
  rotation: number;
}

/** Place of a seat relative to the middle of its row, and how much it is turned. */
type Bend = (offset: number, width: number) => { dx: number; dy: number; turn: number };

/**
 * The curve is a parabola, not a circle: it keeps the regular step along the row, so two seats of a block are never
 * closer than the smaller of its two spacings.
 */
const parabola =
  (curve: number): Bend =>
  (offset, width) => {
    const side = width === 0 ? 0 : (2 * offset) / width - 1;
    const slope = width === 0 ? 0 : (-4 * curve * side) / width;
    return { dx: offset - width / 2, dy: -curve * side * side, turn: (Math.atan(slope) * 180) / Math.PI };
  };

/** An arc: the seats are as far from each other along it as in a straight row. */
const arc =
  (radius: number): Bend =>
  (offset, width) => {
    const angle = (offset - width / 2) / radius;
    return {
      dx: radius * Math.sin(angle),
      dy: radius * Math.cos(angle) - radius,
      turn: (-angle * 180) / Math.PI,
    };
  };

/** Position of each seat of a block. */
export function placement(block: PlanBlock): (row: number, position: number) => Placement {
  const rows = Array.from({ length: block.rows }, (_, row) => placeOffsets(block, seatsOfRow(block, row)));
  const firstWidth = rows[0]?.[block.seatsPerRow - 1] ?? 0;
  const height = (block.rows - 1) * block.rowSpacing;
  const angle = (block.rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (row, position) => {
    const offsets = rows[row] ?? [];
    const bend = block.radius ? arc(block.radius + row * block.rowSpacing) : parabola(block.curve);
    const { dx, dy: towardsStage, turn } = bend(offsets[position] ?? 0, offsets[offsets.length - 1] ?? 0);
    const dy = row * block.rowSpacing + towardsStage - height / 2;
    return {
      x: round(block.x + firstWidth / 2 + dx * cos - dy * sin),
      y: round(block.y + height / 2 + dx * sin + dy * cos),
      rotation: round(block.rotation + turn),
    };
  };
}

/** Bounding box of seats, extended by half a seat and a margin. */
export function planBounds(seats: readonly { x: number; y: number }[], margin = 24): Box {
  if (seats.length === 0) return { x: 0, y: 0, width: 2 * margin, height: 2 * margin };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of seats) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const space = margin + SEAT_SIZE / 2;
  return {
    x: round(left - space),
    y: round(top - space),
    width: round(right - left + 2 * space),
    height: round(bottom - top + 2 * space),
  };
}

export interface PlanFrame extends Box {
  stage: Box;
}

/** Frame of the plan: the seats and, above them, a stage half as wide as the seats. */
export function planFrame(seats: readonly { x: number; y: number }[]): PlanFrame {
  const bounds = planBounds(seats);
  const width = round(Math.min(bounds.width, Math.max(180, bounds.width * 0.5)));
  const height = round(Math.min(72, Math.max(44, width * 0.13)));
  const stage: Box = {
    x: round(bounds.x + (bounds.width - width) / 2),
    y: round(bounds.y - height),
    width,
    height,
  };
  const margin = 8;
  return {
    x: bounds.x,
    y: stage.y - margin,
    width: bounds.width,
    // No margin below the last row: row letters stand at the sides only.
    height: round(bounds.height + height - margin),
    stage,
  };
}
