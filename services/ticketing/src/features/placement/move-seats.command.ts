import { Problem, type Tx } from '@coulisse/service-kit';
import { announceSeats } from '../holds/claim-seats.command';
import type { ReservationMoves } from './placement-plan.domain';
import type { SoldParty } from './sold-party.types';

/** Claims of all seats that change, in the order in which every statement that takes seats locks them. */
const LOCK = `SELECT 1 FROM seat_claim WHERE tenant_id = $1 AND performance_id = $2 AND seat_id = ANY ($3::uuid[])
  ORDER BY seat_id FOR UPDATE`;
const LEAVE = `DELETE FROM seat_claim claim USING unnest($3::uuid[], $4::uuid[]) AS left_seat (reservation_id, seat_id)
  WHERE claim.tenant_id = $1 AND claim.performance_id = $2 AND claim.seat_id = left_seat.seat_id
    AND claim.reservation_id = left_seat.reservation_id AND claim.state = 'SOLD' RETURNING claim.seat_id`;
/** Free seats only: a seat that somebody holds or has bought is not written, and the caller rolls back. */
const TAKE = `
INSERT INTO seat_claim AS claim (tenant_id, performance_id, seat_id, cart_id, reservation_id, state, expires_at)
SELECT seat.tenant_id, seat.performance_id, seat.id, taken.cart_id, taken.reservation_id, 'SOLD', 'infinity'
FROM unnest($3::uuid[], $4::uuid[], $5::uuid[]) AS taken (reservation_id, cart_id, seat_id)
JOIN performance_seat seat ON seat.tenant_id = $1 AND seat.performance_id IS NOT DISTINCT FROM $2 AND seat.id = taken.seat_id
WHERE NOT seat.is_blocked AND NOT seat.table_number_locked
ORDER BY seat.id
ON CONFLICT (tenant_id, performance_id, seat_id) DO UPDATE
SET cart_id = excluded.cart_id, reservation_id = excluded.reservation_id, state = 'SOLD', expires_at = 'infinity'
WHERE claim.state = 'HELD' AND claim.expires_at <= now()
RETURNING claim.seat_id`;
const ITEMS = `UPDATE reservation_item item SET seat_id = moved.seat_id
  FROM unnest($2::uuid[], $3::uuid[]) AS moved (id, seat_id) WHERE item.tenant_id = $1 AND item.id = moved.id`;
/** Two valid tickets never have the same seat, not even while they are exchanged: first each gets its own id instead. */
const DETACH_TICKETS = `UPDATE ticket SET seat_id = id WHERE tenant_id = $1 AND item_id = ANY ($2::uuid[]) AND state = 'VALIDATED'`;
const TICKETS = `UPDATE ticket SET seat_id = moved.seat_id
  FROM unnest($2::uuid[], $3::uuid[]) AS moved (id, seat_id)
  WHERE ticket.tenant_id = $1 AND ticket.item_id = moved.id AND ticket.state = 'VALIDATED'`;
/** Whoever has read the reservation with its former seats has an old version. */
const TOUCH = `UPDATE reservation SET version = version + 1, updated_at = now() WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`;
const LABELS = `SELECT id, label FROM performance_seat WHERE tenant_id = $1 AND performance_id IS NOT DISTINCT FROM $2 AND id = ANY ($3::uuid[])`;

/** What became of the former seats: when they are left, or where the claims of an undone move end. */
export interface MoveOptions {
  action: 'automatic-placement' | 'automatic-placement-undone' | 'moved-on-the-plan' | 'move-undone';
  /** The error when a seat is no longer free. */
  refusal: 'placement.changed' | 'placement.move-outdated';
  /** False for places that had no seat before: an undone move leaves them without one. */
  takes: (move: ReservationMoves['moves'][number]) => boolean;
  leaves: (move: ReservationMoves['moves'][number]) => boolean;
}

/**
 * Moves places of reservations to other seats, all of them or none. The caller has locked the reservations and checked that
 * their places are where the moves begin.
 */
export async function moveSeats(
  tx: Tx,
  performanceId: string,
  reservations: readonly ReservationMoves[],
  parties: readonly SoldParty[],
  { action, refusal, takes, leaves }: MoveOptions,
): Promise<void> {
  const cartOf = new Map(parties.map(({ reservationId, cartId }) => [reservationId, cartId]));
  const moves = reservations.flatMap(({ reservationId, moves: own }) =>
    own.map((move) => ({ ...move, reservationId, cartId: cartOf.get(reservationId)! })),
  );
  const key = [tx.tenantId, performanceId];
  const seatIds = [...new Set(moves.flatMap(({ from, to }) => [from, to]))];
  const leaving = moves.filter(leaves);
  const taking = moves.filter(takes);
  const itemIds = moves.map(({ itemId }) => itemId);
  const targets = moves.map(({ to }) => to);
  const column = <K extends 'reservationId' | 'cartId' | 'from' | 'to'>(
    list: typeof moves,
    name: K,
  ): string[] => list.map((move) => move[name]);
  const results = await tx.sql.batch([
    { text: LOCK, values: [...key, seatIds] },
    { text: LEAVE, values: [...key, column(leaving, 'reservationId'), column(leaving, 'from')] },
    {
      text: TAKE,
      values: [...key, column(taking, 'reservationId'), column(taking, 'cartId'), column(taking, 'to')],
    },
    { text: LABELS, values: [...key, seatIds] },
  ]);
  // Before the tickets: their index would refuse a sold seat with an error that names no seat.
  if (results[1]?.rowCount !== leaving.length || results[2]?.rowCount !== taking.length)
    throw new Problem(refusal);
  await tx.sql.batch([
    { text: ITEMS, values: [tx.tenantId, itemIds, targets] },
    { text: DETACH_TICKETS, values: [tx.tenantId, itemIds] },
    { text: TICKETS, values: [tx.tenantId, itemIds, targets] },
    { text: TOUCH, values: [tx.tenantId, reservations.map(({ reservationId }) => reservationId)] },
  ]);
  await announce(tx, performanceId, column(leaving, 'from'), column(taking, 'to'));
  const labels = new Map((results[3]?.rows ?? []).map((row) => [String(row.id), String(row.label)]));
  const names = (ids: readonly string[]): string => ids.map((id) => labels.get(id) ?? id).join(', ');
  for (const { reservationId, moves: own } of reservations)
    await tx.history('ticketing.reservation', reservationId, action, {
      seats: [names(own.map(({ from }) => from)), names(own.map(({ to }) => to))],
    });
}

async function announce(
  tx: Tx,
  performanceId: string,
  left: readonly string[],
  taken: readonly string[],
): Promise<void> {
  const after = new Set(taken);
  await announceSeats(
    tx,
    performanceId,
    left.filter((id) => !after.has(id)),
    'FREE',
  );
  // Seats that two reservations exchange, too: open plans of staff show whose they are.
  await announceSeats(tx, performanceId, taken, 'SOLD');
}
