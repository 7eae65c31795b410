import type { Tx } from '@coulisse/service-kit';

/**
 * Every statement that takes seats does it in one pass, in the order of the seats' ids, so that two buyers
 * who want the same seats wait for each other and never in a circle. Whether a seat was won is read from what
 * the statement returns; the caller rolls back when it is less than it asked for.
 */

/**
 * Takes $4 and gives back $5 for cart $3 of performance $2 until $6. A seat is free when it has no row,
 * a row whose time has passed, or a row of the same cart. Seats given back expire at once.
 */
const HOLD = `
INSERT INTO seat_claim AS claim (tenant_id, performance_id, seat_id, cart_id, state, expires_at)
SELECT seat.tenant_id, seat.performance_id, seat.id, $3, 'HELD',
       CASE WHEN seat.id = ANY ($4::uuid[]) THEN $6::timestamptz ELSE '-infinity' END
FROM performance_seat seat
WHERE seat.tenant_id = $1
  AND (seat.id = ANY ($5::uuid[]) OR (seat.id = ANY ($4::uuid[]) AND seat.performance_id = $2 AND NOT seat.is_blocked))
ORDER BY seat.id
ON CONFLICT (tenant_id, performance_id, seat_id) DO UPDATE
SET cart_id = excluded.cart_id, expires_at = excluded.expires_at
WHERE claim.state = 'HELD' AND (claim.expires_at <= now() OR claim.cart_id = excluded.cart_id)
RETURNING claim.seat_id`;

/** Rows of this cart that the statement above let go: this transaction has them locked already. */
const FORGET = `DELETE FROM seat_claim WHERE tenant_id = $1 AND cart_id = $2 AND state = 'HELD' AND expires_at = '-infinity'`;

/** Turns seats $5 into sales of reservation $4: the cart's own, even late, and those that nobody has. */
const SELL = `
INSERT INTO seat_claim AS claim (tenant_id, performance_id, seat_id, cart_id, reservation_id, state, expires_at)
SELECT seat.tenant_id, seat.performance_id, seat.id, $3, $4, 'SOLD', 'infinity'
FROM performance_seat seat
WHERE seat.tenant_id = $1 AND seat.performance_id = $2 AND seat.id = ANY ($5::uuid[])
ORDER BY seat.id
ON CONFLICT (tenant_id, performance_id, seat_id) DO UPDATE
SET cart_id = excluded.cart_id, reservation_id = excluded.reservation_id, state = 'SOLD', expires_at = 'infinity'
WHERE claim.state = 'HELD' AND (claim.expires_at <= now() OR claim.cart_id = excluded.cart_id)
RETURNING claim.seat_id`;

const OWN = `
SELECT seat_id, performance_id FROM seat_claim
WHERE tenant_id = $1 AND cart_id = $2 AND state = 'HELD' AND expires_at > now()`;

export interface SeatOwner {
  performanceId: string;
  cartId: string;
}

/** Seats that a cart holds and whose time has not passed. */
export async function heldSeats(
  tx: Tx,
  cartId: string,
): Promise<{ seatId: string; performanceId: string }[]> {
  const { rows } = await tx.sql.named<{ seat_id: string; performance_id: string }>('held-seats', OWN, [
    tx.tenantId,
    cartId,
  ]);
  return rows.map((row) => ({ seatId: row.seat_id, performanceId: row.performance_id }));
}

/** Answers the seats of `wanted` that the cart now has. */
export async function takeSeats(
  tx: Tx,
  owner: SeatOwner,
  wanted: readonly string[],
  released: readonly string[],
  expiresAt: Date,
): Promise<string[]> {
  const { rows } = await tx.sql.named<{ seat_id: string }>('hold-seats', HOLD, [
    tx.tenantId,
    owner.performanceId,
    owner.cartId,
    wanted,
    released,
    expiresAt,
  ]);
  if (released.length > 0) await tx.sql.named('forget-seats', FORGET, [tx.tenantId, owner.cartId]);
  const asked = new Set(wanted);
  return rows.map((row) => row.seat_id).filter((seat) => asked.has(seat));
}

/** Answers the seats that are now sold to the reservation. */
export async function sellSeats(
  tx: Tx,
  owner: SeatOwner,
  reservationId: string,
  seats: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.sql.named<{ seat_id: string }>('sell-seats', SELL, [
    tx.tenantId,
    owner.performanceId,
    owner.cartId,
    reservationId,
    seats,
  ]);
  return rows.map((row) => row.seat_id);
}

/** Gives back what was sold to a reservation. Locks in the order of the ids, like everything that takes seats. */
export async function freeSoldSeats(
  tx: Tx,
  reservationId: string,
  seats: readonly string[],
  performanceId: string,
): Promise<string[]> {
  const key = [tx.tenantId, performanceId, seats, reservationId];
  const mine = `tenant_id = $1 AND performance_id = $2 AND seat_id = ANY ($3::uuid[]) AND state = 'SOLD' AND reservation_id = $4`;
  await tx.sql.query(`SELECT 1 FROM seat_claim WHERE ${mine} ORDER BY seat_id FOR UPDATE`, key);
  const { rows } = await tx.sql.query<{ seat_id: string }>(
    `DELETE FROM seat_claim WHERE ${mine} RETURNING seat_id`,
    key,
  );
  return rows.map((row) => row.seat_id);
}

export type SeatState = 'FREE' | 'HELD' | 'SOLD';

/** Tells every open plan of the performance. */
export async function announceSeats(
  tx: Tx,
  performanceId: string,
  seatIds: readonly string[],
  state: SeatState,
): Promise<void> {
  if (seatIds.length === 0) return;
  await tx.publish('ticketing.seat.v1', performanceId, {
    $case: 'seatsChanged',
    value: { performanceId, seatIds: [...seatIds], state },
  });
}
