import type { PlacedSeat } from './types';

export type Direction = 'left' | 'right' | 'up' | 'down';

const AWAY: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
/** Cost of a step sideways relative to a step ahead, so that arrow keys stay in the row or the column. */
const SIDEWAYS = 2.5;

/** The seat that an arrow key moves to: the nearest one ahead by position, not by seat number. */
export function neighbour<S extends PlacedSeat>(from: S, direction: Direction, all: readonly S[]): S | null {
  const [ax, ay] = AWAY[direction];
  let best: S | null = null;
  let bestCost = Infinity;
  for (const seat of all) {
    const ahead = (seat.x - from.x) * ax + (seat.y - from.y) * ay;
    const aside = Math.abs((seat.x - from.x) * ay) + Math.abs((seat.y - from.y) * ax);
    // A seat further aside than this is beside, not ahead: the ends of a curved row are not "above" its middle.
    if (ahead < 1 || ahead < aside / 2) continue;
    const cost = ahead + aside * SIDEWAYS;
    if (cost < bestCost) [best, bestCost] = [seat, cost];
  }
  return best;
}

/** First and last seat of the row, from the left: the targets of Home and End. */
export function rowEnds<S extends PlacedSeat>(seat: S, all: readonly S[]): [S, S] {
  const row = all.filter((other) => other.row === seat.row).sort((a, b) => a.x - b.x || a.y - b.y);
  return [row[0] ?? seat, row[row.length - 1] ?? seat];
}
