import { SEAT_SIZE } from './geometry';
import { consecutiveRuns } from './seats';
import type { SeatState } from './states';
import type { Box, PlacedSeat } from './types';

export type { SeatState } from './states';

export interface DrawnSeat extends PlacedSeat {
  isPmr: boolean;
  isCompanion?: boolean;
  state: SeatState;
  rotation?: number;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

const SIDE = SEAT_SIZE - 3;
const CORNER = 4;

/** What the outline of a seat depends on. */
export type PlanShape = Pick<DrawnSeat, 'x' | 'y' | 'rotation' | 'isPmr'>;

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * A turned square. Its points are turned here, because a `transform` of each seat would be a space of its own for the
 * browser, thousands of which it walks through before every picture.
 */
function turnedSquare(x: number, y: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const at = (dx: number, dy: number): string =>
    `${round(x + dx * cos - dy * sin)} ${round(y + dx * sin + dy * cos)}`;
  const edge = SIDE / 2;
  const inner = edge - CORNER;
  const corner = (dx: number, dy: number): string => `A${CORNER} ${CORNER} 0 0 1 ${at(dx, dy)}`;
  return (
    `M${at(-inner, -edge)}L${at(inner, -edge)}${corner(edge, -inner)}L${at(edge, inner)}${corner(inner, edge)}` +
    `L${at(-inner, edge)}${corner(-edge, inner)}L${at(-edge, -inner)}${corner(-inner, -edge)}Z`
  );
}

/** The outline of a seat: a square, or a ring for an accessible seat. */
export function shapeMarkup({ x, y, rotation, isPmr }: PlanShape, attributes = ''): string {
  const shape = isPmr
    ? `circle cx="${x}" cy="${y}" r="${SIDE / 2 - 0.5}"`
    : rotation
      ? `path d="${turnedSquare(x, y, rotation)}"`
      : `rect x="${x - SIDE / 2}" y="${y - SIDE / 2}" width="${SIDE}" height="${SIDE}" rx="${CORNER}"`;
  return `<${shape}${attributes}/>`;
}

export const isTaken = (state: SeatState): boolean => state !== 'FREE' && state !== 'MINE';

/** One node per seat. An update only sets attributes (state and name). */
export const seatMarkup = (seat: DrawnSeat, name: string): string =>
  shapeMarkup(
    seat,
    ` class="seat${seat.isPmr ? ' seat-pmr' : ''}" data-id="${escape(seat.id)}" data-testid="seat-${escape(seat.id)}"` +
      ` data-state="${seat.state}" role="button" tabindex="-1" aria-pressed="${seat.state === 'MINE'}"` +
      ` aria-disabled="${isTaken(seat.state)}" aria-label="${escape(name)}"`,
  );

/** The tick of a selected seat; drawn on a separate layer, for selected seats only. */
export const tickMarkup = (seat: PlanShape): string => `<path d="M${seat.x - 4} ${seat.y + 0.5}l3 3 5-6"/>`;

/** The letters of each row at both of its ends. */
export function rowLabels(seats: readonly PlacedSeat[]): string {
  const rows = new Map<string, PlacedSeat[]>();
  for (const run of consecutiveRuns(seats)) {
    const row = run[0]?.tableId ? undefined : run[0]?.row;
    if (row !== undefined) rows.set(row, [...(rows.get(row) ?? []), ...run]);
  }
  return [...rows].map(([row, run]) => endLabel(row, run, -1) + endLabel(row, run, 1)).join('');
}

function endLabel(row: string, seats: readonly PlacedSeat[], side: 1 | -1): string {
  const end = seats.reduce((best, seat) => ((seat.x - best.x) * side > 0 ? seat : best));
  return `<text x="${end.x + side * SEAT_SIZE}" y="${end.y + 4}">${escape(row)}</text>`;
}

/** A stage whose front edge curves towards the seats. */
export function stageMarkup({ x, y, width, height }: Box, label: string): string {
  const bend = height * 0.4;
  const slant = width * 0.06;
  return (
    `<path d="M${x} ${y + bend}Q${x + width / 2} ${y - bend} ${x + width} ${y + bend}` +
    `L${x + width - slant} ${y + height}Q${x + width / 2} ${y + height - bend * 1.5} ${x + slant} ${y + height}Z"/>` +
    `<text x="${x + width / 2}" y="${y + height * 0.58}">${escape(label)}</text>`
  );
}
