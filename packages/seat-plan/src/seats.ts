import type { Language, PlacedSeat } from './types';

const ROWS: Record<Language, [row: string, seat: string]> = { fr: ['Rang', 'place'], en: ['Row', 'seat'] };

/** 'Rang B, place 12'; at a table 'Table T12, place 3'. */
export function seatName(
  { row, number, tableId }: Pick<PlacedSeat, 'row' | 'number' | 'tableId'>,
  language: Language,
): string {
  const [inRow, seat] = ROWS[language];
  return `${tableId ? 'Table' : inRow} ${row}, ${seat} ${number}`;
}

/** Position of a seat along its row: from the leftmost to the rightmost seat, or downwards for a vertical row. */
function alongRow(seats: readonly PlacedSeat[]): (seat: PlacedSeat) => number {
  const sorted = [...seats].sort((a, b) => a.x - b.x || a.y - b.y);
  const from = sorted[0]!;
  const to = sorted[sorted.length - 1]!;
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  return (seat) => (seat.x - from.x) * dx + (seat.y - from.y) * dy;
}

/** The chairs of a table are one run, in the order of their numbers. */
const aroundTable = <S extends PlacedSeat>(seats: readonly S[]): S[] =>
  [...seats].sort((a, b) => Number(a.number) - Number(b.number));

/** Runs of adjacent seats, row by row: an aisle ends a run. Those of a row are computed from x and y only. */
export function consecutiveRuns<S extends PlacedSeat>(all: readonly S[]): S[][] {
  const rows = new Map<string, S[]>();
  for (const seat of all) {
    const key = seat.tableId ?? seat.row;
    const row = rows.get(key);
    if (row) row.push(seat);
    else rows.set(key, [seat]);
  }
  return [...rows.values()].flatMap((seats) => {
    if (seats[0]?.tableId) return [aroundTable(seats)];
    const offset = alongRow(seats);
    const sorted = [...seats].sort((a, b) => offset(a) - offset(b));
    const steps = sorted.slice(1).map((seat, i) => offset(seat) - offset(sorted[i]!));
    const step = Math.min(...steps.filter((value) => value > 1), Infinity);
    const runs: S[][] = [[]];
    sorted.forEach((seat, i) => {
      if (i > 0 && steps[i - 1]! > step * 1.5) runs.push([]);
      runs[runs.length - 1]!.push(seat);
    });
    return runs;
  });
}

/** True when the seats are neighbours in one row, with no aisle and no other seat between them. */
export function areConsecutive<S extends PlacedSeat>(seats: readonly S[], all: readonly S[]): boolean {
  if (seats.length < 2) return true;
  const seatIds = new Set(seats.map((seat) => seat.id));
  return consecutiveRuns(all).some((run) => {
    const first = run.findIndex((seat) => seatIds.has(seat.id));
    return (
      first >= 0 &&
      run.slice(first, first + seatIds.size).filter((seat) => seatIds.has(seat.id)).length === seatIds.size
    );
  });
}

/** Runs of exactly `count` neighbours of one category, all of which are free. */
function windows<S extends PlacedSeat>(
  count: number,
  all: readonly S[],
  isFree: (seat: S) => boolean,
): Window<S>[] {
  return consecutiveRuns(all).flatMap((run) =>
    run.slice(0, Math.max(0, run.length - count + 1)).flatMap((first, at) => {
      const seats = run.slice(at, at + count);
      if (!seats.every((seat) => isFree(seat) && seat.categoryId === first.categoryId)) return [];
      const orphans = orphan(run, at - 1, -1, isFree) + orphan(run, at + count, 1, isFree);
      return [{ seats, orphans }];
    }),
  );
}

interface Window<S> {
  seats: S[];
  orphans: number;
}

/** 1 when the selection would leave this seat as a single free seat. */
function orphan<S>(run: readonly S[], index: number, away: 1 | -1, isFree: (seat: S) => boolean): number {
  const seat = run[index];
  const beyond = run[index + away];
  return seat && isFree(seat) && !(beyond && isFree(beyond)) ? 1 : 0;
}

/** The run that a click on a seat selects for a party: fewest single free seats left, clicked seat near the middle. */
export function runAround<S extends PlacedSeat>(
  clicked: S,
  count: number,
  all: readonly S[],
  isFree: (seat: S) => boolean,
): S[] | null {
  // Neighbours are of one row: the rest of a large plan need not be looked at.
  const row = all.filter((seat) => seat.row === clicked.row);
  const candidates = windows(count, row, isFree).filter(({ seats }) =>
    seats.some((seat) => seat.id === clicked.id),
  );
  const offCentre = (seats: S[]): number =>
    Math.abs(seats.findIndex((seat) => seat.id === clicked.id) - (seats.length - 1) / 2);
  candidates.sort((a, b) => a.orphans - b.orphans || offCentre(a.seats) - offCentre(b.seats));
  return candidates[0]?.seats ?? null;
}

/** The run that leaves the fewest single free seats, then nearest to the focus (by default the middle of the front). */
export function bestSeats<S extends PlacedSeat>(
  count: number,
  all: readonly S[],
  isFree: (seat: S) => boolean,
  focus?: { x: number; y: number },
): S[] | null {
  if (all.length === 0 || count < 1) return null;
  const xs = all.map((seat) => seat.x);
  const target = focus ?? {
    x: (Math.min(...xs) + Math.max(...xs)) / 2,
    y: Math.min(...all.map((seat) => seat.y)),
  };
  const distance = (seats: S[]): number =>
    seats.reduce((sum, seat) => sum + Math.hypot(seat.x - target.x, seat.y - target.y), 0);
  const candidates = windows(count, all, isFree);
  candidates.sort((a, b) => a.orphans - b.orphans || distance(a.seats) - distance(b.seats));
  return candidates[0]?.seats ?? null;
}

const middleOf = (seats: readonly { x: number; y: number }[]): { x: number; y: number } => ({
  x: seats.reduce((sum, { x }) => sum + x, 0) / seats.length,
  y: seats.reduce((sum, { y }) => sum + y, 0) / seats.length,
});

/** No row is longer. */
const LONGEST_ROW = 80;

/**
 * The best seats of a party that may be larger than a row or a table: in as few runs as possible, each near those before
 * it. Null where too few seats are free.
 */
export function bestGroup<S extends PlacedSeat>(
  count: number,
  all: readonly S[],
  isFree: (seat: S) => boolean,
): S[] | null {
  if (count > all.filter(isFree).length) return null;
  const chosen: S[] = [];
  const taken = new Set<string>();
  const isLeft = (seat: S): boolean => isFree(seat) && !taken.has(seat.id);
  // No later run is longer than the one before it.
  let size = LONGEST_ROW;
  while (chosen.length < count) {
    size = Math.min(size, count - chosen.length);
    const near = chosen.length > 0 ? middleOf(chosen) : undefined;
    const run = bestSeats(size, all, isLeft, near);
    if (!run && size <= 1) return null;
    if (!run) size -= 1;
    for (const seat of run ?? []) {
      chosen.push(seat);
      taken.add(seat.id);
    }
  }
  return count > 0 ? chosen : null;
}
