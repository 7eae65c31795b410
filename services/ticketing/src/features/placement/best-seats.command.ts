import { randomInt } from 'node:crypto';
import { Problem, type Tx } from '@coulisse/service-kit';
import type { Actor, ServiceContext } from '@coulisse/service-kit';
import { publicFormulas } from '../catalogue/sale-terms.read-model';
import type { FormulaBySeat } from '../checkout/pricing.domain';
import type { Placement, PlacementRequest, Proposal } from './placement.types';
import { placeParty } from './propose-seats.domain';
import { BLOCKED } from './room.domain';
import type { PlacementRooms, RoomState } from './rooms';

/** What somebody wants who lets the system choose. */
export interface BestSeatsRequest {
  performanceId: string;
  count: number;
  categoryId?: string;
  /** The formula of all seats; its category is the wanted one. */
  formulaId?: string;
  wheelchairs: number;
  /** Spread over neighbouring rows, if no row has room for all. */
  split: boolean;
}

/** Two empty seats between parties, until half of the room is taken: a gap of two can be sold to a pair later. */
export const COMFORT = { gap: 2, upTo: 0.5 };

/** Attempts of one request, each in a transaction of its own: an attempt fails only when another buyer succeeded. */
const ATTEMPTS = 12;
/** How far later attempts spread, in widths of a seat. */
const SPREADS = [0, 4, 10, 20];
const TAKEN_MEANWHILE: ReadonlySet<string> = new Set([
  'reservation.seat-already-reserved',
  'reservation.seats-no-longer-available',
]);

/** The problem of a party that finds no place. */
export function refused(refusal: NonNullable<Placement['refusal']>, count: number): Problem {
  if (refusal === 'NOT_ENOUGH_SEATS') return new Problem('reservation.not-enough-seats');
  if (refusal === 'NO_WHEELCHAIR_PLACE') return new Problem('placement.no-wheelchair-place');
  return new Problem('placement.no-adjacent-seats', { params: { count } });
}

/** The category that is wanted, among those that are sold. */
function wantedCategory(
  formulas: readonly { id: string; categoryId: string }[],
  { formulaId, categoryId }: BestSeatsRequest,
): string | undefined {
  if (formulaId === undefined) return categoryId;
  const formula = formulas.find(({ id }) => id === formulaId);
  if (!formula || (categoryId !== undefined && categoryId !== formula.categoryId))
    throw new Problem('validation.failed', {
      errors: [{ pointer: '/formulaId', code: 'validation.choice' }],
    });
  return formula.categoryId;
}

/** Seats of categories without a formula are not for sale. */
export function onlySold({ room, states }: RoomState, categories: ReadonlySet<string>): Uint8Array {
  const isSold = room.categories.map((id) => categories.has(id));
  return states.map((state, position) => (isSold[room.category[position]!] ? state : BLOCKED));
}

/** The best seats at this moment for the owner of a cart; none are taken. */
export async function proposeBestSeats(
  tx: Tx,
  rooms: PlacementRooms,
  request: BestSeatsRequest,
  { token, attempt = 0 }: { token: string | null; attempt?: number },
): Promise<Proposal> {
  const state = await rooms.read(tx, request.performanceId, token);
  if (!state) throw new Problem('http.404');
  const formulas = await publicFormulas(tx, request.performanceId);
  const categoryId = wantedCategory(formulas, request);
  const party: PlacementRequest = {
    count: request.count,
    wheelchairs: request.wheelchairs,
    orphans: 'LENIENT',
    // A show of consecutive places never splits a party.
    split: request.split && !state.consecutivePlace,
    seed: randomInt(2 ** 32),
    spread: SPREADS[Math.min(attempt, SPREADS.length - 1)],
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(state.isComfortPlacement ? { comfort: COMFORT } : {}),
  };
  const states = onlySold(state, new Set(formulas.map((formula) => formula.categoryId)));
  const { proposal, refusal } = placeParty(state.room, states, party);
  if (!proposal) throw refused(refusal, request.count);
  return proposal;
}

const MARK_FAST = `UPDATE cart SET mode = 'FAST' WHERE tenant_id = $1 AND id = $2`;

/**
 * Chooses the best seats in the transaction that holds them by `hold`; the statement of holds decides who gets them. When
 * another buyer was faster, it chooses again, further away from the best place with each attempt.
 */
export async function holdBestSeats<H extends { cart: { id: string } }>(
  ctx: ServiceContext,
  actor: Actor,
  rooms: PlacementRooms,
  request: BestSeatsRequest,
  token: string | null,
  hold: (tx: Tx, seats: string[], formulaBySeat: FormulaBySeat) => Promise<H>,
): Promise<H> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ctx.db.inTenant(actor, async (tx) => {
        const { seats } = await proposeBestSeats(tx, rooms, request, { token, attempt });
        const { formulaId } = request;
        const formulas =
          formulaId === undefined ? {} : Object.fromEntries(seats.map((id) => [id, formulaId]));
        const held = await hold(tx, seats, formulas);
        tx.defer({ text: MARK_FAST, values: [tx.tenantId, held.cart.id] });
        return held;
      });
    } catch (error) {
      const isConflict = error instanceof Problem && TAKEN_MEANWHILE.has(error.code);
      if (!isConflict || attempt + 1 >= ATTEMPTS) throw error;
    }
  }
}
