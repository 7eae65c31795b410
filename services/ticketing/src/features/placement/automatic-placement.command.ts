import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { COMFORT } from './best-seats.command';
import { moveSeats } from './move-seats.command';
import { categoriesByPrice, lockedSeats, soldParties } from './parties.read-model';
import { placingParties, type Party, type PartyPlaces } from './place-parties.domain';
import {
  isInScope,
  partiesOf,
  planOf,
  reversed,
  staysBecause,
  type ReservationMoves,
  type RunScope,
  type Scope,
} from './placement-plan.domain';
import { finishRun, insertRun, readRun, type PlacementRun } from './placement-run.store';
import { BLOCKED, FREE, TAKEN } from './room.domain';
import type { PlacementRooms, RoomState } from './rooms';
import type { SoldParty } from './sold-party.types';

/** What a proposal is made from, read at one moment. */
interface Situation {
  state: RoomState;
  parties: SoldParty[];
  locked: string[];
  categories: string[];
}

async function situationOf(tx: Tx, rooms: PlacementRooms, performanceId: string): Promise<Situation> {
  const state = await rooms.read(tx, performanceId, null);
  if (!state) throw new Problem('http.404');
  return {
    state,
    parties: await soldParties(tx, performanceId),
    locked: await lockedSeats(tx, performanceId),
    categories: state.upgradesAllowed ? await categoriesByPrice(tx, performanceId) : [],
  };
}

/** States in which the seats of those who move are free, and locked ones that nobody has are not given away. */
function statesFor({ state: { room, states }, locked }: Situation, moving: readonly SoldParty[]): Uint8Array {
  const result = states.slice();
  for (const id of locked) {
    const position = room.positionOf(id);
    if (result[position] === FREE) result[position] = BLOCKED;
  }
  for (const { places } of moving)
    for (const { seatId, isSold } of places) {
      const position = room.positionOf(seatId);
      if (isSold && result[position] === TAKEN) result[position] = FREE;
    }
  return result;
}

/** The placement takes seconds for a large hall: other work of the process goes on between its steps. */
async function placeInTurns(
  { room }: RoomState,
  states: Uint8Array,
  parties: readonly Party[],
): Promise<PartyPlaces> {
  const steps = placingParties(room, states, parties, 1);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** A reservation that has seats keeps them when no other place is found for it: then the others are placed without them. */
async function planFor(situation: Situation, candidates: readonly SoldParty[]) {
  const { consecutivePlace, isComfortPlacement } = situation.state;
  const rules = {
    consecutivePlace,
    upgrades: situation.categories,
    ...(isComfortPlacement ? { comfort: COMFORT } : {}),
  };
  let moving = [...candidates];
  for (;;) {
    const states = statesFor(situation, moving);
    const plan = planOf(moving, await placeInTurns(situation.state, states, partiesOf(moving, rules)));
    const without = new Set(plan.unplaced.map(({ reservationId }) => reservationId));
    const seated = moving.filter(
      ({ reservationId, places }) => without.has(reservationId) && places.some(({ isSold }) => isSold),
    );
    if (seated.length === 0) return plan;
    moving = moving.filter((party) => !seated.includes(party));
  }
}

/** Proposes new places for the reservations of a performance; nothing moves before the proposal is applied. */
export async function proposePlacement(
  ctx: ServiceContext,
  actor: Actor,
  rooms: PlacementRooms,
  performanceId: string,
  { scope, includePrinted }: { scope: Scope; includePrinted: boolean },
): Promise<PlacementRun> {
  const situation = await ctx.db.inTenant(actor, (tx) => situationOf(tx, rooms, performanceId));
  const candidates = situation.parties.filter(
    (party) => isInScope(party, scope) && staysBecause(party, includePrinted) === null,
  );
  const { moves, unplaced } = await planFor(situation, candidates);
  return ctx.db.inTenant(actor, (tx) => insertRun(tx, performanceId, { scope, moves, unplaced }));
}

/** Of two that place the same performance, one waits for the other. */
const LOCK_PERFORMANCE = 'SELECT 1 FROM performance WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE';
const LOCK_RESERVATIONS =
  'SELECT 1 FROM reservation WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE';

/** The performance, then its reservations, by id: the order of all that move places. */
export async function lockReservations(
  tx: Tx,
  performanceId: string,
  reservationIds: readonly string[],
): Promise<void> {
  await tx.sql.batch([
    { text: LOCK_PERFORMANCE, values: [tx.tenantId, performanceId] },
    { text: LOCK_RESERVATIONS, values: [tx.tenantId, reservationIds] },
  ]);
}

/** Who has arrived sits: only somebody who looks at the plan seats them elsewhere. */
function mayMove(party: SoldParty, scope: RunScope): boolean {
  const reason = staysBecause(party, true);
  return reason === null || (scope === 'MANUAL' && reason === 'arrived');
}

const refusalOf = (scope: RunScope) => (scope === 'MANUAL' ? 'placement.move-outdated' : 'placement.changed');

/** Locks what moves, and checks that it is where the moves begin and may still move. */
async function lockMoves(
  tx: Tx,
  performanceId: string,
  { scope, moves: reservations }: Pick<PlacementRun, 'scope' | 'moves'>,
  isSoldAt: (move: ReservationMoves['moves'][number]) => boolean,
): Promise<SoldParty[]> {
  const ids = reservations.map(({ reservationId }) => reservationId);
  await lockReservations(tx, performanceId, ids);
  const parties = await soldParties(tx, performanceId, ids);
  const byId = new Map(parties.map((party) => [party.reservationId, party]));
  for (const { reservationId, moves } of reservations) {
    const party = byId.get(reservationId);
    const isUnchanged =
      party !== undefined &&
      mayMove(party, scope) &&
      moves.every((move) => {
        const place = party.places.find(({ itemId }) => itemId === move.itemId);
        return place?.seatId === move.from && place.isSold === isSoldAt(move);
      });
    if (!isUnchanged) throw new Problem(refusalOf(scope));
  }
  return parties;
}

/** Applies a proposal, if nothing that it moves has changed since. */
export async function applyPlacement(tx: Tx, performanceId: string, runId: string): Promise<PlacementRun> {
  const run = await readRun(tx, performanceId, runId, 'FOR UPDATE');
  if (run.state !== 'PROPOSED') throw new Problem('placement.not-current');
  const parties = await lockMoves(tx, performanceId, run, ({ wasSold }) => wasSold);
  await moveSeats(tx, performanceId, run.moves, parties, {
    action: 'automatic-placement',
    refusal: 'placement.changed',
    takes: () => true,
    leaves: ({ wasSold }) => wasSold,
  });
  return finishRun(tx, run, 'APPLIED');
}

/** Gives everybody the former seats again, if nobody has moved or bought them since. */
export async function undoPlacement(tx: Tx, performanceId: string, runId: string): Promise<PlacementRun> {
  const run = await readRun(tx, performanceId, runId, 'FOR UPDATE');
  if (run.state !== 'APPLIED') throw new Problem('placement.not-current');
  const back = reversed(run.moves);
  const parties = await lockMoves(tx, performanceId, { ...run, moves: back }, () => true);
  await moveSeats(tx, performanceId, back, parties, {
    action: run.scope === 'MANUAL' ? 'move-undone' : 'automatic-placement-undone',
    refusal: refusalOf(run.scope),
    takes: ({ wasSold }) => wasSold,
    leaves: () => true,
  });
  return finishRun(tx, run, 'UNDONE');
}

/** Locks or unlocks the table number of seats: locked ones are left alone by automatic placements. */
export async function lockTableNumbers(
  tx: Tx,
  performanceId: string,
  seatIds: readonly string[],
  isLocked: boolean,
): Promise<{ changed: number }> {
  const { rows } = await tx.sql.query<{ id: string }>(
    `WITH mine AS (
       SELECT id FROM performance_seat WHERE tenant_id = $1 AND performance_id IS NOT DISTINCT FROM $2 AND id = ANY ($3::uuid[])
         AND table_number_locked <> $4 ORDER BY id FOR NO KEY UPDATE)
     UPDATE performance_seat seat SET table_number_locked = $4 FROM mine
     WHERE seat.tenant_id = $1 AND seat.id = mine.id RETURNING seat.id`,
    [tx.tenantId, performanceId, [...new Set(seatIds)], isLocked],
  );
  const changed = rows.length;
  if (changed > 0)
    await tx.history('ticketing.performance', performanceId, isLocked ? 'lock-tables' : 'unlock-tables', {
      seats: [null, changed],
    });
  return { changed };
}
