import type { Box } from '@coulisse/seat-plan';
import type { Move } from './drawing';

export type Edge = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

const EDGES: Record<Edge, { axis: 'x' | 'y'; share: number }> = {
  left: { axis: 'x', share: 0 },
  center: { axis: 'x', share: 0.5 },
  right: { axis: 'x', share: 1 },
  top: { axis: 'y', share: 0 },
  middle: { axis: 'y', share: 0.5 },
  bottom: { axis: 'y', share: 1 },
};

const sizeAlong = (box: Box, axis: 'x' | 'y'): number => (axis === 'x' ? box.width : box.height);
const move = (axis: 'x' | 'y', by: number): Move => (axis === 'x' ? { dx: by, dy: 0 } : { dx: 0, dy: by });

/** The smallest box around all. */
export function around(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    [left, top] = [Math.min(left, box.x), Math.min(top, box.y)];
    [right, bottom] = [Math.max(right, box.x + box.width), Math.max(bottom, box.y + box.height)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The moves that bring one edge, or the middle, of all boxes to that of the box around them. */
export function align(boxes: ReadonlyMap<string, Box>, edge: Edge): Map<string, Move> {
  const { axis, share } = EDGES[edge];
  const total = around([...boxes.values()]);
  const target = total[axis] + sizeAlong(total, axis) * share;
  return new Map(
    [...boxes].map(([id, box]) => [id, move(axis, target - box[axis] - sizeAlong(box, axis) * share)]),
  );
}

/** The moves that make the gaps between boxes equal; the first and the last stay where they are. */
export function distribute(boxes: ReadonlyMap<string, Box>, axis: 'x' | 'y'): Map<string, Move> {
  const sorted = [...boxes].sort(
    ([, a], [, b]) => a[axis] + sizeAlong(a, axis) / 2 - b[axis] - sizeAlong(b, axis) / 2,
  );
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  if (sorted.length < 3 || !first || !last) return new Map();
  const length = last[1][axis] + sizeAlong(last[1], axis) - first[1][axis];
  const gap = (length - sorted.reduce((sum, [, box]) => sum + sizeAlong(box, axis), 0)) / (sorted.length - 1);
  let next = first[1][axis];
  return new Map(
    sorted.map(([id, box]) => {
      const by = next - box[axis];
      next += sizeAlong(box, axis) + gap;
      return [id, move(axis, by)];
    }),
  );
}

/** A line at which a moved item stands exactly with another one. */
export interface Guide {
  axis: 'x' | 'y';
  at: number;
}

const SHARES = [0, 0.5, 1];

function snapAlong(moving: Box, others: readonly Box[], axis: 'x' | 'y', reach: number): [number, Guide?] {
  let [best, by, guide] = [reach, 0, undefined as Guide | undefined];
  for (const other of others) {
    for (const share of SHARES) {
      const target = other[axis] + sizeAlong(other, axis) * share;
      for (const own of SHARES) {
        const distance = target - moving[axis] - sizeAlong(moving, axis) * own;
        if (Math.abs(distance) < best)
          [best, by, guide] = [Math.abs(distance), distance, { axis, at: target }];
      }
    }
  }
  return [by, guide];
}

/** Moves a box a little, so that its edges or its middle stand with those of others; else onto the grid. */
export function snap(
  moving: Box,
  others: readonly Box[],
  { reach, grid }: { reach: number; grid: number },
): Move & { guides: Guide[] } {
  const along = (axis: 'x' | 'y'): [number, Guide?] => {
    const [by, guide] = snapAlong(moving, others, axis, reach);
    if (guide) return [by, guide];
    const middle = moving[axis] + sizeAlong(moving, axis) / 2;
    return [grid > 0 ? Math.round(middle / grid) * grid - middle : 0];
  };
  const [dx, vertical] = along('x');
  const [dy, horizontal] = along('y');
  return { dx, dy, guides: [vertical, horizontal].filter((guide) => guide !== undefined) };
}

/** The items that lie wholly within a box. */
export const within = (bounds: ReadonlyMap<string, Box>, box: Box): string[] =>
  [...bounds].flatMap(([id, { x, y, width, height }]) =>
    x >= box.x && y >= box.y && x + width <= box.x + box.width && y + height <= box.y + box.height
      ? [id]
      : [],
  );
