import { packedTotal, packParties } from './packing.domain';
import type { PlacementRequest, Proposal, Refusal } from './placement.types';
import { placeParty } from './propose-seats.domain';
import { randomOf } from './random';
import { FREE, TAKEN, type Room } from './room.domain';
import { stretches, type Search, type SeatWindow } from './windows.domain';

/** A party that is placed together with others; earlier ones come before later ones of the same size. */
export interface Party extends Omit<PlacementRequest, 'seed' | 'spread'> {
  id: string;
}

export interface PartyPlaces {
  placed: Map<string, Proposal>;
  unplaced: Map<string, Refusal>;
}

/** Parties that are placed before whoever else uses the process has a turn. */
const BETWEEN_TURNS = 20;

const seatsOf = (proposal: Proposal): string[] => [
  ...proposal.seats,
  ...proposal.driverSeats,
  ...proposal.keptSeats,
];

/** Parties that only need adjacent seats of a row: they can change places with each other. */
const isMovable = (party: Party, proposal?: Proposal): boolean =>
  !party.wheelchairs &&
  !party.drivers &&
  party.at !== 'TABLES' &&
  (!proposal || (proposal.parts === 1 && proposal.tables.length === 0 && !proposal.isUpgrade));

class Placing {
  readonly placed = new Map<string, Proposal>();
  readonly unplaced = new Map<string, Refusal>();
  private readonly states: Uint8Array;

  constructor(
    private readonly room: Room,
    states: Uint8Array,
    private readonly parties: readonly Party[],
    private readonly seed: number,
  ) {
    this.states = states.slice();
  }

  /** Wheelchair users first, then the largest parties: the small ones fill what is left. */
  *all(): Generator<void> {
    const order = [...this.parties].sort(
      (a, b) => (b.wheelchairs ?? 0) - (a.wheelchairs ?? 0) || b.count - a.count,
    );
    for (const [index, party] of order.entries()) {
      this.place(party);
      if (index % BETWEEN_TURNS === 0) yield;
    }
    if (this.unplaced.size > 0) yield* this.repack();
    yield* this.improve();
  }

  private place(party: Party): void {
    const { proposal, refusal } = this.propose(party);
    if (!proposal) {
      this.unplaced.set(party.id, refusal);
      return;
    }
    this.unplaced.delete(party.id);
    this.take(party.id, proposal);
  }

  private propose(party: Party) {
    return placeParty(this.room, this.states, { ...party, seed: this.seed });
  }

  private mark(proposal: Proposal, state: number): void {
    for (const id of seatsOf(proposal)) this.states[this.room.positionOf(id)] = state;
  }

  private take(id: string, proposal: Proposal): void {
    this.placed.set(id, proposal);
    this.mark(proposal, TAKEN);
  }

  /** Earlier parties first: each moves to a better place, if one is left. */
  private *improve(): Generator<void> {
    for (const [index, party] of this.parties.entries()) {
      const before = this.placed.get(party.id);
      if (!before) continue;
      this.mark(before, FREE);
      const { proposal } = this.propose(party);
      const isBetter =
        proposal && proposal.cost < before.cost - 0.5 && !proposal.isUpgrade === !before.isUpgrade;
      this.take(party.id, isBetter ? proposal : before);
      if (index % BETWEEN_TURNS === 0) yield;
    }
  }

  /** Packs the rows of each category anew, if more people then have a seat. */
  private *repack(): Generator<void> {
    const categories = new Set(
      this.parties.filter(({ id }) => this.unplaced.has(id)).map(({ categoryId }) => categoryId),
    );
    for (const categoryId of categories) {
      this.repackCategory(categoryId);
      yield;
    }
    for (const party of this.parties) if (this.unplaced.has(party.id)) this.place(party);
  }

  private repackCategory(categoryId: string | undefined): void {
    const movable = this.parties.filter(
      (party) => party.categoryId === categoryId && isMovable(party, this.placed.get(party.id)),
    );
    const before = new Map(
      movable.flatMap((party) => {
        const proposal = this.placed.get(party.id);
        return proposal ? [[party, proposal] as const] : [];
      }),
    );
    for (const proposal of before.values()) this.mark(proposal, FREE);
    const rows = this.freeRows(categoryId);
    const isStrict = movable.some(({ orphans }) => orphans === 'STRICT');
    const packing = packParties(
      rows.map(({ from, to }) => to - from),
      movable.map(({ count }) => count),
      (left, length) => left !== 1 || length === 1 || !isStrict,
      randomOf(this.seed),
    );
    const seated = [...before.keys()].reduce((sum, { count }) => sum + count, 0);
    if (packedTotal(packing) <= seated) {
      for (const [{ id }, proposal] of before) this.take(id, proposal);
      return;
    }
    for (const { id } of movable) {
      this.placed.delete(id);
      this.unplaced.set(id, 'NO_ADJACENT_SEATS');
    }
    this.layOut(rows, packing, movable);
  }

  private freeRows(categoryId: string | undefined): SeatWindow[] {
    const category = categoryId === undefined ? -1 : this.room.categoryCode(categoryId);
    if (categoryId !== undefined && category < 0) return [];
    const search: Search = {
      room: this.room,
      states: this.states,
      random: Math.random,
      band: 0,
      sums: this.room.costSums(),
      orphans: 'OFF',
      gap: 0,
    };
    return stretches(search, { count: 1, category, isPmrAllowed: false, wheelchairs: 0 });
  }

  /** The parties of each row side by side, from the end that is nearer to the focal point. */
  private layOut(rows: readonly SeatWindow[], packing: readonly number[][], movable: readonly Party[]): void {
    const bySize = new Map<number, Party[]>();
    for (const party of movable) bySize.set(party.count, [...(bySize.get(party.count) ?? []), party]);
    const sums = this.room.costSums();
    const costAt = (position: number): number => sums[position + 1]! - sums[position]!;
    const inOrder = rows
      .map((row, index) => ({ row, sizes: packing[index]! }))
      .sort((a, b) => costAt(a.row.from) - costAt(b.row.from));
    for (const { row, sizes } of inOrder) {
      const people = sizes.reduce((sum, size) => sum + size, 0);
      let from = costAt(row.from) <= costAt(row.to - 1) ? row.from : row.to - people;
      for (const size of sizes) {
        const party = bySize.get(size)!.shift()!;
        this.unplaced.delete(party.id);
        this.take(party.id, this.inRow(from, from + size));
        from += size;
      }
    }
  }

  private inRow(from: number, to: number): Proposal {
    const sums = this.room.costSums();
    const seats = this.room.seats.slice(from, to);
    return {
      seats: seats.map(({ id }) => id),
      wheelchairSeats: [],
      driverSeats: [],
      keptSeats: [],
      tables: [],
      parts: 1,
      categoryId: seats[0]!.categoryId,
      isUpgrade: false,
      cost: (sums[to]! - sums[from]!) / (to - from),
    };
  }
}

/**
 * Places many parties together; the states are not changed. It works in steps, so that a caller with other work can
 * pause between them: the generator returns the result.
 */
export function* placingParties(
  room: Room,
  states: Uint8Array,
  parties: readonly Party[],
  seed: number,
): Generator<void, PartyPlaces> {
  const placing = new Placing(room, states, parties, seed);
  yield* placing.all();
  const { placed, unplaced } = placing;
  return { placed, unplaced };
}

/** The same in one step. */
export function placeParties(
  room: Room,
  states: Uint8Array,
  parties: readonly Party[],
  seed: number,
): PartyPlaces {
  const steps = placingParties(room, states, parties, seed);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
