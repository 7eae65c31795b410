import type { Tx } from '@coulisse/service-kit';

/**
 * Every statement that takes seats does it in one pass, in the order of the seats' ids, so that two buyers
 * who want the same seats wait for each other and never in a circle. Whether a seat was won is read from what
 * the statement returns; the caller rolls back when it is less than it asked for.
 */

/**
 * Takes $4 and gives back $5 for cart $3 of performance $2 until $6. A seat is free when it has no row,
 * a row whose time has passed, or a row of the same cart. Seats given back expire at once.
 *
 * The same statement counts what the client's network $7 holds. Its row of `network_hold` has an entry for each clock
 * of each cart: the most seats that it had, and until when they count. The conflict locks that row and reads its last
 * version, whatever this statement's snapshot is: two requests of one network never both take its last seats. `within`
 * is false when the network would have more than $10 seats of this performance, or $11 carts; a choice that does not
 * grow is never refused. No limit is $10 = 0.
 */
const HOLD = `
WITH taken AS (
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
  RETURNING claim.seat_id
), counted AS (
  INSERT INTO network_hold AS net (tenant_id, network, holds, ends_at)
  SELECT $1, $7, jsonb_build_object($8::text, jsonb_build_array($9::int, extract(epoch FROM mine.ends_at))), mine.ends_at
  FROM (SELECT $6::timestamptz + make_interval(mins => $12) AS ends_at) mine
  WHERE $10::int > 0 AND $9 BETWEEN 1 AND $10::int
    AND (SELECT count(*) FROM taken WHERE seat_id = ANY ($4::uuid[])) = $9
  ON CONFLICT (tenant_id, network) DO UPDATE
  SET ends_at = greatest(net.ends_at, excluded.ends_at),
      holds = jsonb_set(
        coalesce((SELECT jsonb_object_agg(key, value) FROM jsonb_each(net.holds)
                  WHERE (value ->> 1)::numeric > extract(epoch FROM now())), '{}') || excluded.holds,
        ARRAY[$8::text, '0'], to_jsonb(greatest($9::int, (net.holds -> $8::text ->> 0)::int)))
  WHERE $9 <= (net.holds -> $8::text ->> 0)::int OR (
    SELECT coalesce(sum((value ->> 0)::int) FILTER (WHERE starts_with(key, $2::text)), 0) + $9 <= $10 AND count(*) < $11::int
    FROM jsonb_each(net.holds) WHERE key <> $8::text AND (value ->> 1)::numeric > extract(epoch FROM now()))
  RETURNING 1
)
SELECT ARRAY(SELECT seat_id::text FROM taken WHERE seat_id = ANY ($4::uuid[])) AS seats,
       $10 = 0 OR $9 = 0 OR EXISTS (SELECT 1 FROM counted) AS within`;

/** Rows of this cart that the statement above let go: this transaction has them locked already. */
const FORGET = `DELETE FROM seat_claim WHERE tenant_id = $1 AND cart_id = $2 AND state = 'HELD' AND expires_at = '-infinity'`;

/**
 * Turns seats $5 into sales of reservation $4: the cart's own, even late, and those that nobody has. What the cart had
 * counts for its network no longer: who buys takes nothing away from their neighbours.
 */
const SELL = `
WITH sold AS (
INSERT INTO seat_claim AS claim (tenant_id, performance_id, seat_id, cart_id, reservation_id, state, expires_at)
SELECT seat.tenant_id, seat.performance_id, seat.id, $3, $4, 'SOLD', 'infinity'
FROM performance_seat seat
WHERE seat.tenant_id = $1 AND seat.performance_id = $2 AND seat.id = ANY ($5::uuid[])
ORDER BY seat.id
ON CONFLICT (tenant_id, performance_id, seat_id) DO UPDATE
SET cart_id = excluded.cart_id, reservation_id = excluded.reservation_id, state = 'SOLD', expires_at = 'infinity'
WHERE claim.state = 'HELD' AND (claim.expires_at <= now() OR claim.cart_id = excluded.cart_id)
RETURNING claim.seat_id
), bought AS (
  UPDATE network_hold net
  SET holds = coalesce((SELECT jsonb_object_agg(key, value) FROM jsonb_each(net.holds)
                        WHERE split_part(key, ':', 2) <> cart.id::text), '{}')
  FROM cart
  WHERE net.tenant_id = $1 AND cart.tenant_id = $1 AND cart.id = $3 AND net.network = cart.network
    AND (SELECT count(*) FROM sold) > 0
)
SELECT seat_id FROM sold`;

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

/** How the seats of a cart count for the network that its buyer comes from. */
export interface Share {
  network: string;
  /** Name of the cart's clock: what is held under another one counts beside it. */
  key: string;
  /** Most seats of the performance and most carts that the network may have; 0 seats is no limit. */
  seats: number;
  carts: number;
  /** Minutes that seats which were not bought count after the end of the cart's time. */
  restMinutes: number;
}

export interface Taken {
  /** The seats of what was wanted that the cart now has. */
  seats: string[];
  /** False when its network would have too many; the caller rolls back. */
  within: boolean;
}

const NO_LIMIT: Share = { network: '', key: '', seats: 0, carts: 0, restMinutes: 0 };

/** Gives the cart `wanted` and takes `released` from it, as far as that can be. */
export async function takeSeats(
  tx: Tx,
  owner: SeatOwner,
  wanted: readonly string[],
  released: readonly string[],
  expiresAt: Date,
  share: Share = NO_LIMIT,
): Promise<Taken> {
  const { rows } = await tx.sql.named<Taken & Record<string, unknown>>('hold-seats', HOLD, [
    tx.tenantId,
    owner.performanceId,
    owner.cartId,
    wanted,
    released,
    expiresAt,
    share.network,
    share.key,
    wanted.length,
    share.seats,
    share.carts,
    share.restMinutes,
  ]);
  if (released.length > 0) await tx.sql.named('forget-seats', FORGET, [tx.tenantId, owner.cartId]);
  const [taken] = rows;
  if (!taken) throw new Error('the statement that takes seats answered nothing');
  return taken;
}

/** Minutes until the first of what a network holds no longer counts. */
export async function minutesUntilLess(tx: Tx, network: string): Promise<number> {
  const { rows } = await tx.sql.query<{ minutes: number }>(
    `SELECT ceil((min((value ->> 1)::numeric) - extract(epoch FROM now())) / 60)::int AS minutes
     FROM network_hold, jsonb_each(holds)
     WHERE tenant_id = $1 AND network = $2 AND (value ->> 1)::numeric > extract(epoch FROM now())`,
    [tx.tenantId, network],
  );
  return Math.max(1, rows[0]?.minutes ?? 1);
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
