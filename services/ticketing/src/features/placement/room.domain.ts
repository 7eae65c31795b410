import type { PlacementSeat, PlacementTable } from './placement.types';

export const FREE = 0;
export const TAKEN = 1;
export const BLOCKED = 2;
const CODES = { FREE, TAKEN, BLOCKED } as const;

/** Seats from `from` to before `to` are adjacent. */
export interface Run {
  from: number;
  to: number;
}

export interface RoomTable extends PlacementTable {
  /** Positions of its seats. */
  seats: readonly number[];
}

/** What a position in a room depends on apart from the state of its seats. Seats of a run have successive positions. */
export type SeatPlace = Omit<PlacementSeat, 'state'>;

const byPath = (a: SeatPlace, b: SeatPlace): number =>
  a.groupIndex - b.groupIndex || a.pathOrder - b.pathOrder;

/** Weights of the distance to the focal point, from the middle and from the front. */
const CENTRE = 0.5;
const FRONT = 0.25;
/** Rows that a party may be split over: so many nearest ones, and none further away than this, by the nearest. */
const NEAREST = 6;
const FURTHEST = 2.5;

/** The rows and tables of a plan. It never changes: states are given beside it. */
export class Room {
  /** In the order of positions. */
  readonly seats: readonly SeatPlace[];
  readonly runs: readonly Run[];
  readonly tables: readonly RoomTable[];
  /** Run of each position; -1 at a table. */
  readonly runOf: Int32Array;
  readonly categories: readonly string[];
  readonly category: Uint16Array;
  readonly pmr: Uint8Array;
  /** Width of a seat in the units of the plan. */
  readonly step: number;
  private readonly positions: ReadonlyMap<string, number>;
  private readonly costs = new Map<string, Float64Array>();
  private readonly neighbours = new Map<number, number[]>();

  constructor(seats: readonly SeatPlace[], tables: readonly PlacementTable[] = []) {
    const atTables = seats.filter((seat) => seat.tableId).sort(byPath);
    const inRows = seats.filter((seat) => !seat.tableId).sort(byPath);
    this.seats = [...inRows, ...atTables];
    this.positions = new Map(this.seats.map(({ id }, position) => [id, position]));
    this.runs = runsOf(inRows);
    this.runOf = new Int32Array(this.seats.length).fill(-1);
    this.runs.forEach(({ from, to }, run) => this.runOf.fill(run, from, to));
    this.categories = [...new Set(this.seats.map(({ categoryId }) => categoryId))];
    const codes = new Map(this.categories.map((id, code) => [id, code]));
    this.category = Uint16Array.from(this.seats, ({ categoryId }) => codes.get(categoryId)!);
    this.pmr = Uint8Array.from(this.seats, ({ isPmr }) => (isPmr ? 1 : 0));
    this.step = stepOf(this.seats, this.runs);
    this.tables = tables.map((table) => ({
      ...table,
      seats: atTables.flatMap((seat) => (seat.tableId === table.id ? [this.positions.get(seat.id)!] : [])),
    }));
  }

  /** Position of a seat; -1 when the room has no such seat. */
  positionOf(id: string): number {
    return this.positions.get(id) ?? -1;
  }

  /** Number of a category; -1 when no seat has it. */
  categoryCode(id: string): number {
    return this.categories.indexOf(id);
  }

  /** States by position. */
  statesOf(seats: readonly Pick<PlacementSeat, 'id' | 'state'>[]): Uint8Array {
    const states = new Uint8Array(this.seats.length).fill(BLOCKED);
    for (const { id, state } of seats) {
      const position = this.positionOf(id);
      if (position >= 0) states[position] = CODES[state];
    }
    return states;
  }

  /** Sums of the costs of all seats before a position: the cost of a window is a difference of two. */
  costSums(focus?: { x: number; y: number }): Float64Array {
    const key = focus ? `${focus.x} ${focus.y}` : '';
    const cached = this.costs.get(key);
    if (cached) return cached;
    const target = focus ?? this.front();
    const sums = new Float64Array(this.seats.length + 1);
    this.seats.forEach(({ x, y }, position) => {
      const [dx, dy] = [Math.abs(x - target.x), Math.abs(y - target.y)];
      sums[position + 1] = sums[position]! + (Math.hypot(dx, dy) + CENTRE * dx + FRONT * dy) / this.step;
    });
    this.costs.set(key, sums);
    return sums;
  }

  /** Runs near a run, the nearest first. */
  runsNear(run: number): readonly number[] {
    const cached = this.neighbours.get(run);
    if (cached) return cached;
    const others = this.runs
      .map((_, other) => ({ other, distance: other === run ? Infinity : this.runDistance(run, other) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, NEAREST);
    const limit = FURTHEST * (others[0]?.distance ?? 0);
    const near = others.filter(({ distance }) => distance <= limit).map(({ other }) => other);
    this.neighbours.set(run, near);
    return near;
  }

  private front(): { x: number; y: number } {
    let [left, right, top] = [Infinity, -Infinity, Infinity];
    for (const { x, y } of this.seats) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
    }
    return { x: (left + right) / 2, y: top };
  }

  /** Distance of two rows: of their ends and middles, whichever are nearest. */
  private runDistance(a: number, b: number): number {
    let nearest = Infinity;
    for (const first of landmarks(this.runs[a]!))
      for (const second of landmarks(this.runs[b]!)) {
        const [left, right] = [this.seats[first]!, this.seats[second]!];
        nearest = Math.min(nearest, Math.hypot(left.x - right.x, left.y - right.y));
      }
    return nearest;
  }
}

const landmarks = ({ from, to }: Run): number[] => [from, Math.floor((from + to - 1) / 2), to - 1];

function runsOf(sorted: readonly SeatPlace[]): Run[] {
  const runs: Run[] = [];
  sorted.forEach((seat, position) => {
    const current = runs.at(-1);
    if (current && sorted[position - 1]!.groupIndex === seat.groupIndex) current.to = position + 1;
    else runs.push({ from: position, to: position + 1 });
  });
  return runs;
}

/** The usual distance of two neighbours; 1 when there are none. */
function stepOf(seats: readonly SeatPlace[], runs: readonly Run[]): number {
  const steps = runs
    .filter(({ from, to }) => to - from > 1)
    .map(({ from }) => Math.hypot(seats[from]!.x - seats[from + 1]!.x, seats[from]!.y - seats[from + 1]!.y))
    .sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] || 1;
}
