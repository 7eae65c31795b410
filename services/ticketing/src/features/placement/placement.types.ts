/** TAKEN: sold or held. BLOCKED: not for sale, and nobody sits there. */
export type PlaceState = 'FREE' | 'TAKEN' | 'BLOCKED';

/** A seat of a plan, with its state. */
export interface PlacementSeat {
  id: string;
  categoryId: string;
  x: number;
  y: number;
  /** Adjacent seats share a group, in the order of `pathOrder`: an aisle or another row starts a new one. */
  groupIndex: number;
  pathOrder: number;
  /** A wheelchair place. */
  isPmr: boolean;
  state: PlaceState;
  /** The table at which the seat stands; such seats belong to no row. */
  tableId?: string | null;
}

export interface PlacementTable {
  id: string;
  /** A party that opens the table has at least so many people. */
  minimum: number;
  /** So many people sit there at most; never more than the table has seats. */
  maximum: number;
  /** One party has the table for itself; otherwise parties share it. */
  isWhole: boolean;
  /** Tables that can be pushed against it for a large party. */
  joins: readonly string[];
}

/**
 * What becomes of single free seats beside a party. A seat is single when no neighbour of its category is free; beside a
 * free wheelchair place it is not, since a companion can have it. LENIENT leaves one only when nothing else fits.
 */
export type OrphanRule = 'OFF' | 'LENIENT' | 'STRICT';

/** Seats left empty between parties, as long as no more than this share of the seats is taken. */
export interface Comfort {
  gap: number;
  upTo: number;
}

export interface PlacementRequest {
  /** People, those in wheelchairs included, drivers excluded. */
  count: number;
  /** The wanted category; any one if it is missing. */
  categoryId?: string;
  /** Categories that may be given instead when the wanted one has no fitting place, in this order. */
  upgrades?: readonly string[];
  /** Seats of one row, side by side. Without it seats may be anywhere, adjacent ones first. */
  consecutive?: boolean;
  /** A party that fits in no row may be spread over neighbouring rows. */
  split?: boolean;
  orphans?: OrphanRule;
  comfort?: Comfort;
  /** How many of the people need a wheelchair place. */
  wheelchairs?: number;
  /** How many drivers the group has. */
  drivers?: number;
  /** ANY takes tables when no row fits. */
  at?: 'ROWS' | 'TABLES' | 'ANY';
  /** What everybody looks at; the middle of the front by default. */
  focus?: { x: number; y: number };
  seed: number;
  /** How much worse than the best a place may be to count as equal to it, in widths of a seat. */
  spread?: number;
}

export interface Proposal {
  /** As many as there are people, in the order of the plan. */
  seats: string[];
  /** Those of them that are wheelchair places of people who need them. */
  wheelchairSeats: string[];
  driverSeats: string[];
  /** Seats of the party's tables that stay empty. */
  keptSeats: string[];
  tables: string[];
  /** Rows or tables over which the party is spread. */
  parts: number;
  categoryId: string;
  isUpgrade: boolean;
  /** Distance to the focal point; smaller is better. */
  cost: number;
}

export type Refusal = 'NOT_ENOUGH_SEATS' | 'NO_ADJACENT_SEATS' | 'NO_WHEELCHAIR_PLACE';

export type Placement =
  { proposal: Proposal; refusal?: undefined } | { proposal?: undefined; refusal: Refusal };
