import { peopleOf } from '../drivers/driver-places.domain';
import type { PartyPlaces, Party } from './place-parties.domain';
import type { Comfort, Proposal } from './placement.types';
import type { PartyPlace, SoldParty } from './sold-party.types';

/** WITHOUT_SEATS: reservations with a place that has no seat. UNLOCKED: all that may move. */
export const SCOPES = ['WITHOUT_SEATS', 'UNLOCKED'] as const;
export type Scope = (typeof SCOPES)[number];
/** MANUAL: somebody chose the seats on the plan. */
export const RUN_SCOPES = [...SCOPES, 'MANUAL'] as const;
export type RunScope = (typeof RUN_SCOPES)[number];

/** A place of a reservation that moves. */
export interface SeatMove {
  itemId: string;
  from: string;
  to: string;
  /** The former seat was sold to the reservation. */
  wasSold: boolean;
}
export interface ReservationMoves {
  reservationId: string;
  code: string;
  customerName: string;
  isUpgrade: boolean;
  moves: SeatMove[];
}
export interface Unplaced {
  reservationId: string;
  code: string;
  customerName: string;
  places: number;
  reason: string;
}

/** Why a reservation stays where it is; null for one that may move. */
export function staysBecause(
  party: SoldParty,
  includePrinted: boolean,
): 'locked' | 'arrived' | 'printed' | null {
  if (party.places.some(({ isLocked }) => isLocked)) return 'locked';
  if (party.hasArrived) return 'arrived';
  return party.isPrinted && !includePrinted ? 'printed' : null;
}

export const isInScope = (party: SoldParty, scope: Scope): boolean =>
  scope === 'UNLOCKED' || party.places.some(({ isSold }) => !isSold);

/** Places of one reservation and one category, which are placed together. */
const keyOf = (reservationId: string, categoryId: string): string => `${reservationId} ${categoryId}`;

export interface PlacementRules {
  consecutivePlace: boolean;
  comfort?: Comfort;
  /** Categories by price, the cheapest first, if upgrades are allowed. */
  upgrades: readonly string[];
}

/** The parties of reservations; one with places of several categories is placed by category. */
export function partiesOf(sold: readonly SoldParty[], rules: PlacementRules): Party[] {
  return sold.flatMap(({ reservationId, places }) =>
    [...new Set(places.map(({ categoryId }) => categoryId))].map((categoryId): Party => {
      const same = places.filter((place) => place.categoryId === categoryId);
      const people = peopleOf(same);
      // Drivers of whose category nobody else is are placed as people are.
      const drivers = people.length > 0 ? same.length - people.length : 0;
      const rank = rules.upgrades.indexOf(categoryId);
      return {
        id: keyOf(reservationId, categoryId),
        count: same.length - drivers,
        ...(drivers > 0 ? { drivers } : {}),
        categoryId,
        upgrades: rank < 0 ? [] : rules.upgrades.slice(rank + 1),
        // Who had a wheelchair place gets one again.
        wheelchairs: (drivers > 0 ? people : same).filter(({ isPmr, isSold }) => isPmr && isSold).length,
        orphans: 'LENIENT',
        split: !rules.consecutivePlace,
        ...(rules.comfort ? { comfort: rules.comfort } : {}),
      };
    }),
  );
}

function movesTo(places: readonly PartyPlace[], seats: readonly string[]): SeatMove[] {
  const retained = new Set(places.map(({ seatId }) => seatId).filter((id) => seats.includes(id)));
  const others = seats.filter((id) => !retained.has(id));
  return places.flatMap(({ itemId, seatId, isSold }): SeatMove[] => {
    const to = retained.has(seatId) ? seatId : others.shift()!;
    return to === seatId && isSold ? [] : [{ itemId, from: seatId, to, wasSold: isSold }];
  });
}

/** Places of a reservation with their new seats: a seat that it keeps stays with its place. */
export function movesOf(
  party: SoldParty,
  seatsByCategory: ReadonlyMap<string, Pick<Proposal, 'seats' | 'driverSeats'>>,
): SeatMove[] {
  return [...seatsByCategory].flatMap(([categoryId, { seats, driverSeats }]) => {
    const places = party.places.filter((place) => place.categoryId === categoryId);
    if (driverSeats.length === 0) return movesTo(places, seats);
    const drivers = places.filter(({ isDriver }) => isDriver);
    return [...movesTo(peopleOf(places), seats), ...movesTo(drivers, driverSeats)];
  });
}

/** What a placement changes, and for whom it found no place. A reservation moves as a whole or not at all. */
export function planOf(
  sold: readonly SoldParty[],
  { placed, unplaced }: PartyPlaces,
): { moves: ReservationMoves[]; unplaced: Unplaced[] } {
  const moves: ReservationMoves[] = [];
  const without: Unplaced[] = [];
  for (const party of sold) {
    const { reservationId, code, customerName, places } = party;
    const categories = [...new Set(places.map(({ categoryId }) => categoryId))];
    const refusals = categories.flatMap((id) => unplaced.get(keyOf(reservationId, id)) ?? []);
    if (refusals[0]) {
      without.push({ reservationId, code, customerName, places: places.length, reason: refusals[0] });
      continue;
    }
    const proposals = categories.map((id) => [id, placed.get(keyOf(reservationId, id))!] as const);
    const seatMoves = movesOf(party, new Map(proposals));
    // Places of two categories do not exchange their seats: the reservation stays where it is.
    const former = new Set(places.map(({ seatId }) => seatId));
    if (seatMoves.some(({ from, to }) => from !== to && former.has(to))) {
      without.push({ reservationId, code, customerName, places: places.length, reason: 'NO_ADJACENT_SEATS' });
      continue;
    }
    const isUpgrade = proposals.some(([, proposal]) => proposal.isUpgrade);
    if (seatMoves.length > 0) moves.push({ reservationId, code, customerName, isUpgrade, moves: seatMoves });
  }
  return { moves, unplaced: without };
}

/** The same moves backwards. */
export const reversed = (moves: readonly ReservationMoves[]): ReservationMoves[] =>
  moves.map((reservation) => ({
    ...reservation,
    moves: reservation.moves.map((move) => ({ ...move, from: move.to, to: move.from })),
  }));

/** A reservation with the version that somebody saw, and the seats that they chose for its places. */
export interface WantedMove {
  reservationId: string;
  version: number;
  places: { itemId: string; seatId: string }[];
}

/** The moves that somebody chose on a plan, or why they are refused: the plan was out of date, or a seat is locked. */
export function planMoves(
  sold: readonly SoldParty[],
  requested: readonly WantedMove[],
): { moves: ReservationMoves[]; refusal?: 'placement.move-outdated' | 'placement.seat-locked' } {
  const byId = new Map(sold.map((party) => [party.reservationId, party]));
  const moves: ReservationMoves[] = [];
  for (const { reservationId, version, places } of requested) {
    const party = byId.get(reservationId);
    if (party?.version !== version) return { moves: [], refusal: 'placement.move-outdated' };
    const own: SeatMove[] = [];
    for (const { itemId, seatId: to } of places) {
      const place = party.places.find((candidate) => candidate.itemId === itemId);
      if (!place) return { moves: [], refusal: 'placement.move-outdated' };
      if (place.isSold && place.seatId === to) continue;
      if (place.isLocked) return { moves: [], refusal: 'placement.seat-locked' };
      own.push({ itemId, from: place.seatId, to, wasSold: place.isSold });
    }
    const { code, customerName } = party;
    if (own.length > 0) moves.push({ reservationId, code, customerName, isUpgrade: false, moves: own });
  }
  return { moves };
}
