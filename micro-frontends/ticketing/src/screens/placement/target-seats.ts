import { runAround } from '@coulisse/seat-plan';
import type { PerformanceSeat } from '../../api-types';
import type { Party } from './placement-types';

/** Where a party would sit if it were put on a seat. */
export interface Target {
  seats: PerformanceSeat[];
  /** Not all side by side. */
  isSplit: boolean;
  /** In another category than the one that was sold. */
  isOtherCategory: boolean;
  /** The party that gets the seats of this one in exchange. */
  exchangedWith: Party | null;
}

/** Why a party cannot be put on a seat; each has a text. */
export type Refusal = 'own-locked' | 'locked' | 'taken' | 'other-size' | 'too-few';

export interface SeatedParties {
  seats: readonly PerformanceSeat[];
  bySeat: ReadonlyMap<string, Party>;
}

/** Which party sits on each seat. */
export const seatedParties = (
  seats: readonly PerformanceSeat[],
  parties: readonly Party[],
): SeatedParties => ({
  seats,
  bySeat: new Map(
    parties.flatMap((party) =>
      party.places.filter(({ isSold }) => isSold).map(({ seatId }) => [seatId, party] as const),
    ),
  ),
});

export const isPlaced = ({ places }: Party): boolean => places.every(({ isSold }) => isSold);
export const isLocked = ({ places }: Party): boolean => places.some((place) => place.isLocked);

/**
 * The seats around one for a whole party: side by side, with its own seats as free ones; else the nearest free ones. On the
 * seats of a party of the same size the two exchange theirs.
 */
export function targetAt(
  party: Party,
  seat: PerformanceSeat,
  { seats, bySeat }: SeatedParties,
): Target | { refusal: Refusal } {
  if (isLocked(party)) return { refusal: 'own-locked' };
  if (seat.tableNumberLocked) return { refusal: 'locked' };
  const sold = new Set(party.places.map(({ categoryId }) => categoryId));
  const target = (
    chosen: PerformanceSeat[],
    isSplit: boolean,
    exchangedWith: Party | null = null,
  ): Target => ({
    seats: chosen,
    isSplit,
    isOtherCategory: chosen.some(({ categoryId }) => !sold.has(categoryId)),
    exchangedWith,
  });
  const other = bySeat.get(seat.id);
  if (other && other.reservationId !== party.reservationId) {
    if (isLocked(other)) return { refusal: 'locked' };
    if (other.places.length !== party.places.length || !isPlaced(party) || !isPlaced(other))
      return { refusal: 'other-size' };
    const ids = new Set(other.places.map(({ seatId }) => seatId));
    return target(
      seats.filter(({ id }) => ids.has(id)),
      false,
      other,
    );
  }
  const isFree = (candidate: PerformanceSeat): boolean =>
    !candidate.tableNumberLocked &&
    (candidate.state === 'FREE' || bySeat.get(candidate.id)?.reservationId === party.reservationId);
  if (!isFree(seat)) return { refusal: 'taken' };
  const count = party.places.length;
  const run = runAround(seat, count, seats, isFree);
  if (run) return target(run, false);
  const away = ({ x, y }: PerformanceSeat): number => Math.hypot(x - seat.x, y - seat.y);
  const nearest = seats
    .filter(isFree)
    .sort((a, b) => away(a) - away(b))
    .slice(0, count);
  if (nearest.length < count) return { refusal: 'too-few' };
  const order = new Map(seats.map(({ id }, index) => [id, index]));
  return target(
    nearest.sort((a, b) => order.get(a.id)! - order.get(b.id)!),
    true,
  );
}

/** Places with their new seats: a place keeps a seat that stays the party's, so that fewer tickets change. */
function assign(party: Party, seatIds: readonly string[]): { itemId: string; seatId: string }[] {
  const remaining = new Set(seatIds);
  const stays = new Set(
    party.places
      .filter(({ seatId, isSold }) => isSold && remaining.delete(seatId))
      .map(({ itemId }) => itemId),
  );
  const others = [...remaining];
  return party.places.map(({ itemId, seatId }) => ({
    itemId,
    seatId: stays.has(itemId) ? seatId : others.shift()!,
  }));
}

/** What the API is sent for a move, or for the exchange of two parties. */
export function movesTo(party: Party, { seats, exchangedWith }: Target) {
  const move = (moved: Party, seatIds: readonly string[]) => ({
    reservationId: moved.reservationId,
    version: moved.version,
    places: assign(moved, seatIds),
  });
  const own = move(
    party,
    seats.map(({ id }) => id),
  );
  if (!exchangedWith) return [own];
  return [
    own,
    move(
      exchangedWith,
      party.places.map(({ seatId }) => seatId),
    ),
  ];
}

/** True when a party would stay where it is. */
export function staysAt(party: Party, { seats }: Target): boolean {
  const ids = new Set(party.places.filter(({ isSold }) => isSold).map(({ seatId }) => seatId));
  return seats.length === ids.size && seats.every(({ id }) => ids.has(id));
}
