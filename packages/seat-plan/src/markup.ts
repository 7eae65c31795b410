import { SEAT_SIZE } from './geometry';
import { consecutiveRuns } from './seats';
import type { SeatState } from './states';
import type { Box, PlacedSeat } from './types';

export type { SeatState } from './states';

export interface DrawnSeat extends PlacedSeat {
  isPmr: boolean;
  state: SeatState;
  rotation?: number;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

const SIDE = SEAT_SIZE - 3;

export const isTaken = (state: SeatState): boolean => state !== 'FREE' && state !== 'MINE';

/** One node per seat: a square, or a ring for an accessible seat. An update only sets attributes (state and name). */
export function seatMarkup(seat: DrawnSeat, name: string): string {
  const shape = seat.isPmr
    ? `circle cx="${seat.x}" cy="${seat.y}" r="${SIDE / 2 - 0.5}"`
    : `rect x="${seat.x - SIDE / 2}" y="${seat.y - SIDE / 2}" width="${SIDE}" height="${SIDE}" rx="4"` +
      (seat.rotation ? ` transform="rotate(${seat.rotation} ${seat.x} ${seat.y})"` : '');
  return (
    `<${shape} class="seat${seat.isPmr ? ' seat-pmr' : ''}" data-id="${escape(seat.id)}" data-testid="seat-${escape(seat.id)}"` +
    ` data-state="${seat.state}" role="button" tabindex="-1" aria-pressed="${seat.state === 'MINE'}"` +
    ` aria-disabled="${isTaken(seat.state)}" aria-label="${escape(name)}"/>`
  );
}

/** The tick of a selected seat; drawn on a separate layer, for selected seats only. */
export const tickMarkup = (seat: PlacedSeat): string => `<path d="M${seat.x - 4} ${seat.y + 0.5}l3 3 5-6"/>`;

/** The letters of each row at both of its ends. */
export function rowLabels(seats: readonly PlacedSeat[]): string {
  const rows = new Map<string, PlacedSeat[]>();
  for (const run of consecutiveRuns(seats)) {
    const row = run[0]?.row;
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
