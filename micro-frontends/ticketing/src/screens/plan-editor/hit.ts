import { type Box, type PreviewShape, SEAT_SIZE } from '@coulisse/seat-plan';
import type { Drawing } from './drawing';

interface Point {
  x: number;
  y: number;
}

const contains = (box: Box | undefined, { x, y }: Point): boolean =>
  box !== undefined && x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;

/** The nearest seat under a point. */
export function seatAt(
  seats: readonly PreviewShape[],
  point: Point,
  reach = SEAT_SIZE * 0.7,
): PreviewShape | null {
  let best: PreviewShape | null = null;
  let distance = reach;
  for (const seat of seats) {
    const away = Math.hypot(seat.x - point.x, seat.y - point.y);
    if (away < distance) [best, distance] = [seat, away];
  }
  return best;
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - at * dx, point.y - from.y - at * dy);
}

/** The item under a point: a seat's or a table's before a text, and a line last. */
export function itemAt(
  drawing: Drawing,
  seats: readonly PreviewShape[],
  bounds: ReadonlyMap<string, Box>,
  point: Point,
  reach: number,
): string | null {
  const seat = seatAt(seats, point, Math.max(SEAT_SIZE * 0.7, reach));
  if (seat) return seat.blockId;
  const table = drawing.tables.findLast(
    ({ x, y, width, depth, form }) =>
      Math.hypot(point.x - x, point.y - y) <= (form === 'ROUND' ? width : Math.min(width, depth)) / 2,
  );
  if (table) return table.id;
  const long = drawing.tables.findLast(
    ({ id, form }) => form === 'RECTANGLE' && contains(bounds.get(id), point),
  );
  if (long) return long.id;
  const text = drawing.texts.findLast(({ id }) => contains(bounds.get(id), point));
  if (text) return text.id;
  const outline = drawing.outlines.findLast(({ points, isClosed }) =>
    points.some((from, at) => {
      const to = points[at + 1] ?? (isClosed ? points[0] : undefined);
      return to !== undefined && distanceToLine(point, from, to) <= Math.max(4, reach);
    }),
  );
  return outline?.id ?? null;
}
