import { randomInt } from 'node:crypto';
import type { Tx } from '@coulisse/service-kit';
import { publicFormulas } from '../catalogue/sale-terms.read-model';
import { onlySold } from '../placement/best-seats.command';
import { placeParty } from '../placement/propose-seats.domain';
import type { PlacementRooms } from '../placement/rooms';
import type { SeatWish } from './waiting-list.domain';

/** Finds the best free seats for a whole party; null when it does not fit. */
export type SeatFinder = (wish: SeatWish) => string[] | null;

/** The free seats of a performance at this moment, as a function of what a party wants; nothing is taken. */
export async function seatFinder(
  tx: Tx,
  rooms: PlacementRooms,
  performanceId: string,
): Promise<SeatFinder | null> {
  const state = await rooms.read(tx, performanceId, null);
  if (!state) return null;
  const formulas = await publicFormulas(tx, performanceId);
  const states = onlySold(state, new Set(formulas.map(({ categoryId }) => categoryId)));
  return ({ partySize, categoryId, isTogether }) => {
    const { proposal } = placeParty(state.room, states, {
      count: partySize,
      consecutive: isTogether || state.consecutivePlace,
      orphans: 'LENIENT',
      seed: randomInt(2 ** 32),
      ...(categoryId === null ? {} : { categoryId }),
    });
    return proposal?.seats ?? null;
  };
}
