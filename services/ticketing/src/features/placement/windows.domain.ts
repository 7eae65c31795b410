import type { OrphanRule } from './placement.types';
import { BestOf } from './random';
import { FREE, TAKEN, type Room } from './room.domain';

/** Adjacent seats: positions from `from` to before `to`. */
export interface SeatWindow {
  from: number;
  to: number;
}

/** A room with the states of its seats, and what is looked for in it. */
export interface Search {
  room: Room;
  states: Uint8Array;
  random: () => number;
  /** Costs that differ by less are equal. */
  band: number;
  /** Sums of costs by position. */
  sums: Float64Array;
  orphans: OrphanRule;
  /** Seats to leave empty beside other parties; 0 for none. */
  gap: number;
}

export interface WindowQuery {
  count: number;
  /** Number of a category; -1 for any. */
  category: number;
  isPmrAllowed: boolean;
  /** Wheelchair places that the window must have. */
  wheelchairs: number;
  /** Only in these runs. */
  runs?: readonly number[];
  /** As near as possible to this position, instead of the focal point. */
  near?: number;
}

/** What is worse than any distance: a single seat left, a wheelchair place given away, no distance to other parties. */
const ORPHAN = 1e6;
const PMR = 1e5;
const CLOSE = 1e3;

/** Whether a free seat has a free neighbour at `beside` that can be sold with it. */
const supports = ({ room, states }: Search, seat: number, beside: number): boolean =>
  room.runOf[beside] === room.runOf[seat] &&
  states[beside] === FREE &&
  (room.category[beside] === room.category[seat] || room.pmr[beside] === 1);

/** Whether taking the seat `taken` makes its neighbour on the side `away` a single free seat. */
function isOrphaned(search: Search, taken: number, away: 1 | -1): boolean {
  const { room, states } = search;
  const seat = taken + away;
  return (
    room.runOf[seat] === room.runOf[taken] &&
    states[seat] === FREE &&
    room.pmr[seat] === 0 &&
    supports(search, seat, taken) &&
    !supports(search, seat, seat + away)
  );
}

export const orphansOf = (search: Search, { from, to }: SeatWindow): number =>
  Number(isOrphaned(search, from, -1)) + Number(isOrphaned(search, to - 1, 1));

/** Whether taking these seats leaves a seat single that was not single before. */
export function leavesOrphan(search: Search, taken: readonly number[]): boolean {
  const after = { ...search, states: search.states.slice() };
  for (const position of taken) after.states[position] = TAKEN;
  const isSingle = (state: Search, seat: number): boolean =>
    !supports(state, seat, seat - 1) && !supports(state, seat, seat + 1);
  return taken
    .flatMap((position) => [position - 1, position + 1])
    .some(
      (seat) =>
        after.states[seat] === FREE &&
        search.room.runOf[seat]! >= 0 &&
        search.room.pmr[seat] === 0 &&
        isSingle(after, seat) &&
        !isSingle(search, seat),
    );
}

/** By how many seats a window is too near to other parties. */
function closeness({ room, states, gap }: Search, { from, to }: SeatWindow): number {
  const run = room.runOf[from];
  const missing = (edge: number, away: 1 | -1): number => {
    for (let empty = 0; empty < gap; empty++) {
      const seat = edge + away * (empty + 1);
      if (room.runOf[seat] !== run) return 0;
      if (states[seat] === TAKEN) return gap - empty;
    }
    return 0;
  };
  return missing(from, -1) + missing(to - 1, 1);
}

/** Longest windows of free seats that the query may use. */
export function stretches({ room, states }: Search, query: WindowQuery): SeatWindow[] {
  const found: SeatWindow[] = [];
  const { category, isPmrAllowed } = query;
  const visit = (run: number): void => {
    const { from, to } = room.runs[run]!;
    let start = -1;
    for (let position = from; position < to; position++) {
      const isUsable =
        states[position] === FREE &&
        (category < 0 || room.category[position] === category) &&
        (isPmrAllowed || room.pmr[position] === 0);
      const continues = isUsable && start >= 0 && room.category[position] === room.category[start];
      if (continues) continue;
      if (start >= 0) found.push({ from: start, to: position });
      start = isUsable ? position : -1;
    }
    if (start >= 0) found.push({ from: start, to });
  };
  if (query.runs) query.runs.forEach(visit);
  else room.runs.forEach((_, run) => visit(run));
  return found;
}

function wheelchairPlaces(room: Room, { from, to }: SeatWindow): number {
  let count = 0;
  for (let position = from; position < to; position++) count += room.pmr[position]!;
  return count;
}

/** The best windows of a stretch, with what speaks against each. */
function addWindows(search: Search, query: WindowQuery, stretch: SeatWindow, best: BestOf<SeatWindow>): void {
  const { room, sums, orphans, gap } = search;
  const { count, wheelchairs, near } = query;
  for (let from = stretch.from; from + count <= stretch.to; from++) {
    const window = { from, to: from + count };
    let cost =
      near === undefined
        ? (sums[window.to]! - sums[from]!) / count
        : distance(room, near, from + Math.floor(count / 2));
    if (!best.accepts(cost)) continue;
    if (query.isPmrAllowed) {
      const places = wheelchairPlaces(room, window);
      if (places < wheelchairs) continue;
      cost += (places - wheelchairs) * PMR;
    }
    if (orphans !== 'OFF') {
      const left = orphansOf(search, window);
      if (left > 0 && orphans === 'STRICT') continue;
      cost += left * ORPHAN;
    }
    if (gap > 0) cost += closeness(search, window) * CLOSE;
    best.add(cost, window);
  }
}

const distance = (room: Room, a: number, b: number): number =>
  Math.hypot(room.seats[a]!.x - room.seats[b]!.x, room.seats[a]!.y - room.seats[b]!.y) / room.step;

/** The best window of adjacent seats; null when no row has one. */
export function bestWindow(search: Search, query: WindowQuery): SeatWindow | null {
  const best = new BestOf<SeatWindow>(search.band);
  for (const stretch of stretches(search, query))
    if (stretch.to - stretch.from >= query.count) addWindows(search, query, stretch, best);
  return best.pick(search.random)?.value ?? null;
}

const lengthOf = ({ from, to }: SeatWindow): number => to - from;

/** Stretches around one, of neighbouring rows, which have together at least `count` seats; the fewest ones. */
function gather(
  room: Room,
  anchor: SeatWindow,
  byRun: ReadonlyMap<number, readonly SeatWindow[]>,
  count: number,
): SeatWindow[] | null {
  const chosen = [anchor];
  const visited = new Set([room.runOf[anchor.from]!]);
  let places = lengthOf(anchor);
  for (let at = 0; places < count && at < chosen.length; at++) {
    for (const run of room.runsNear(room.runOf[chosen[at]!.from]!)) {
      if (visited.has(run) || places >= count) continue;
      visited.add(run);
      // One person alone in a row is no part of a party.
      const longest = (byRun.get(run) ?? []).reduce<SeatWindow | null>(
        (best, stretch) => (best && lengthOf(best) >= lengthOf(stretch) ? best : stretch),
        null,
      );
      if (!longest || lengthOf(longest) < 2) continue;
      chosen.push(longest);
      places += lengthOf(longest);
    }
  }
  return places >= count ? chosen : null;
}

/** How many people sit in each of these stretches: as evenly as they allow, and nobody alone. */
export function shares(lengths: readonly number[], count: number): number[] | null {
  const sizes = lengths.map(() => 0);
  let rest = count;
  while (rest > 0) {
    let least = -1;
    sizes.forEach((size, part) => {
      if (size < lengths[part]! && (least < 0 || size < sizes[least]!)) least = part;
    });
    if (least < 0) return null;
    sizes[least]! += 1;
    rest -= 1;
  }
  return sizes.some((size) => size === 1) && count > 1 ? null : sizes.filter((size) => size > 0);
}

function placeParts(search: Search, query: WindowQuery, around: readonly SeatWindow[]): SeatWindow[] | null {
  const sizes = shares(around.map(lengthOf), query.count);
  if (!sizes) return null;
  const parts: SeatWindow[] = [];
  for (const [index, count] of sizes.entries()) {
    const best = new BestOf<SeatWindow>(index === 0 ? search.band : 0);
    const near = parts[0] ? Math.floor((parts[0].from + parts[0].to) / 2) : query.near;
    addWindows(search, { ...query, count, wheelchairs: 0, near }, around[index]!, best);
    const part = best.pick(search.random)?.value;
    if (!part) return null;
    parts.push(part);
  }
  return parts;
}

/** The party in neighbouring rows: in as few as possible, then as near to the focal point as possible. */
export function bestParts(search: Search, query: WindowQuery): SeatWindow[] | null {
  const { room, sums } = search;
  const usable = stretches(search, query).filter((stretch) => lengthOf(stretch) >= 2);
  const byRun = new Map<number, SeatWindow[]>();
  for (const stretch of usable) {
    const run = room.runOf[stretch.from]!;
    byRun.set(run, [...(byRun.get(run) ?? []), stretch]);
  }
  const anchors = new BestOf<SeatWindow[]>(search.band);
  const others: { cost: number; around: SeatWindow[] }[] = [];
  for (const anchor of usable) {
    const around = gather(room, anchor, byRun, query.count);
    if (!around) continue;
    const cost = (sums[anchor.to]! - sums[anchor.from]!) / lengthOf(anchor) + around.length * CLOSE;
    anchors.add(cost, around);
    others.push({ cost, around });
  }
  const first = anchors.pick(search.random)?.value;
  const inOrder = others.sort((a, b) => a.cost - b.cost).map(({ around }) => around);
  for (const around of first ? [first, ...inOrder] : inOrder) {
    const parts = placeParts(search, query, around);
    const isFine = parts && (search.orphans !== 'STRICT' || !leavesOrphan(search, parts.flatMap(positions)));
    if (isFine) return parts;
  }
  return null;
}

export const positions = ({ from, to }: SeatWindow): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** Seats anywhere, in as large groups as there are. */
export function scattered(search: Search, query: WindowQuery): SeatWindow[] | null {
  const scratch = { ...search, states: search.states.slice() };
  const parts: SeatWindow[] = [];
  let rest = query.count;
  for (let size = rest; size > 0 && rest > 0; size = Math.min(size, rest)) {
    const near = parts[0]?.from;
    const part = bestWindow(scratch, { ...query, count: size, wheelchairs: 0, near });
    if (!part) {
      size -= 1;
      continue;
    }
    parts.push(part);
    rest -= size;
    scratch.states.fill(TAKEN, part.from, part.to);
  }
  return rest === 0 ? parts : null;
}
