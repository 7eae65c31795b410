import { randomInt } from 'node:crypto';
import { sum } from '@coulisse/money';
import { Problem, type Tx } from '@coulisse/service-kit';
import type { Actor, ServiceContext } from '@coulisse/service-kit';
import { publicFormulas } from '../catalogue/sale-terms.read-model';
import type { FormulaBySeat } from '../checkout/pricing.domain';
import { againWhenTaken } from '../holds/again-when-taken';
import type { Placement, PlacementRequest, Proposal } from './placement.types';
import { placeParty } from './propose-seats.domain';
import { BLOCKED, TAKEN } from './room.domain';
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

/** How far later attempts spread, in widths of a seat. */
const SPREADS = [0, 4, 10, 20];

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

/** How many places of which formula. */
export interface PlacesOfFormula {
  formulaId: string;
  count: number;
}
export interface PlacesRequest {
  performanceId: string;
  places: readonly PlacesOfFormula[];
  wheelchairs: number;
}

/** The wanted places by category: people of one category sit together, whatever their formulas. */
function byCategory(
  formulas: readonly { id: string; categoryId: string }[],
  places: readonly PlacesOfFormula[],
): Map<string, PlacesOfFormula[]> {
  const groups = new Map<string, PlacesOfFormula[]>();
  const errors = places.flatMap(({ formulaId }, index) =>
    formulas.some(({ id }) => id === formulaId)
      ? []
      : [{ pointer: `/places/${index}/formulaId`, code: 'validation.choice' as const }],
  );
  if (errors.length > 0) throw new Problem('validation.failed', { errors });
  for (const { id, categoryId } of formulas) {
    const requested = places.filter(({ formulaId, count }) => formulaId === id && count > 0);
    if (requested.length > 0) groups.set(categoryId, [...(groups.get(categoryId) ?? []), ...requested]);
  }
  return groups;
}

/** Seats for a number of places of each formula, the best at this moment; none are taken. */
async function proposePlaces(
  tx: Tx,
  rooms: PlacementRooms,
  { performanceId, places, wheelchairs }: PlacesRequest,
  { token, attempt }: { token: string | null; attempt: number },
): Promise<{ seats: string[]; formulaBySeat: FormulaBySeat }> {
  const state = await rooms.read(tx, performanceId, token);
  if (!state) throw new Problem('http.404');
  const formulas = await publicFormulas(tx, performanceId);
  const groups = byCategory(formulas, places);
  const states = onlySold(state, new Set(groups.keys()));
  const formulaBySeat: Record<string, string> = {};
  let accessible = wheelchairs;
  for (const [categoryId, requested] of groups) {
    const count = sum(requested.map((formula) => formula.count));
    const party: PlacementRequest = {
      ...{ count, categoryId, wheelchairs: Math.min(accessible, count) },
      orphans: 'LENIENT',
      // Nobody has chosen a seat: a party is spread rather than refused, unless the show never does that.
      split: !state.consecutivePlace,
      ...(state.consecutivePlace ? {} : { consecutive: false }),
      seed: randomInt(2 ** 32),
      spread: SPREADS[Math.min(attempt, SPREADS.length - 1)],
      ...(state.isComfortPlacement ? { comfort: COMFORT } : {}),
    };
    const { proposal, refusal } = placeParty(state.room, states, party);
    if (!proposal) throw refused(refusal, count);
    accessible -= proposal.wheelchairSeats.length;
    const sold = requested.flatMap((formula) => Array<string>(formula.count).fill(formula.formulaId));
    proposal.seats.forEach((seat, index) => {
      states[state.room.positionOf(seat)] = TAKEN;
      formulaBySeat[seat] = sold[index]!;
    });
  }
  return { seats: Object.keys(formulaBySeat), formulaBySeat };
}

const MARK_FAST = `UPDATE cart SET mode = 'FAST' WHERE tenant_id = $1 AND id = $2`;

/** Holds so many places of each formula, instead of what the cart has. */
export const holdPlaces = <H extends { cart: { id: string } }>(
  { ctx, actor, rooms, token, hold }: HoldAttempt<H>,
  request: PlacesRequest,
): Promise<H> =>
  holdChosen({ ctx, actor, hold }, (tx, attempt) => proposePlaces(tx, rooms, request, { token, attempt }));

type Hold<H> = (tx: Tx, seats: string[], formulaBySeat: FormulaBySeat) => Promise<H>;
export interface HoldAttempt<H> {
  ctx: ServiceContext;
  actor: Actor;
  rooms: PlacementRooms;
  token: string | null;
  hold: Hold<H>;
}

/**
 * Chooses the best seats in the transaction that holds them by `hold`; the statement of holds decides who gets them. When
 * another buyer was faster, it chooses again, further away from the best place with each attempt.
 */
async function holdChosen<H extends { cart: { id: string } }>(
  { ctx, actor, hold }: Pick<HoldAttempt<H>, 'ctx' | 'actor' | 'hold'>,
  choose: (tx: Tx, attempt: number) => Promise<{ seats: string[]; formulaBySeat: FormulaBySeat }>,
): Promise<H> {
  return againWhenTaken((attempt) =>
    ctx.db.inTenant(actor, async (tx) => {
      const { seats, formulaBySeat } = await choose(tx, attempt);
      const held = await hold(tx, seats, formulaBySeat);
      tx.defer({ text: MARK_FAST, values: [tx.tenantId, held.cart.id] });
      return held;
    }),
  );
}

/** Holds the best seats for so many people. */
export const holdBestSeats = <H extends { cart: { id: string } }>(
  { ctx, actor, rooms, token, hold }: HoldAttempt<H>,
  request: BestSeatsRequest,
): Promise<H> =>
  holdChosen({ ctx, actor, hold }, async (tx, attempt) => {
    const proposal = await proposeBestSeats(tx, rooms, request, { token, attempt });
    // A party that has a table for itself takes all of its chairs.
    const seats = [...proposal.seats, ...proposal.keptSeats];
    const { formulaId } = request;
    return {
      seats,
      formulaBySeat: formulaId === undefined ? {} : Object.fromEntries(seats.map((id) => [id, formulaId])),
    };
  });
