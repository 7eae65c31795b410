import type { Tx } from '@coulisse/service-kit';
import type { SqlResult, Statement } from '@coulisse/service-kit/database';
import { CART_END, clockOf } from '../cart/cart.store';
import { wakeList } from '../waiting-list/waiting-list.store';

/**
 * Every statement that takes seats locks them in one pass, in the order of their ids, so that two buyers of the same
 * seats wait for each other without a deadlock. The returned rows show which seats were won; the caller rolls back when
 * they are fewer than requested. Seats are found by their ids, and the claims of a cart by the cart: a condition that
 * could find many more rows by its own index is written so that it cannot (`IS NOT DISTINCT FROM`, `<> 'SOLD'`), because
 * the statistics of a performance that has just been made know nothing of it.
 */

/**
 * Takes seats $4 and releases seats $5 for cart $3 of performance $2 until `endsAt`. A seat is free when it has no row, an
 * expired row or a row of the same cart. Released seats expire at once.
 *
 * The same statement counts the seats held by the client's network $6. Its row of `network_hold` has an entry for each
 * clock of each cart (`clock`): the most seats that it had, and until when they count. ON CONFLICT locks that row and reads
 * its latest version, whatever the statement's snapshot: two requests of one network never both take its last seats.
 * `within` is false when the network would exceed $8 seats of this performance, or $9 carts; a hold that does not
 * grow is never refused. $8 = 0 means no limit.
 */
const holdUntil = (endsAt: string, clock: string) => `
WITH taken AS (
  INSERT INTO seat_claim AS claim (tenant_id, performance_id, seat_id, cart_id, state, expires_at)
  SELECT seat.tenant_id, seat.performance_id, seat.id, $3, 'HELD',
         CASE WHEN seat.id = ANY ($4::uuid[]) THEN ${endsAt} ELSE '-infinity' END
  FROM performance_seat seat
  WHERE seat.tenant_id = $1 AND seat.id = ANY ($4::uuid[] || $5::uuid[])
    AND (seat.id = ANY ($5::uuid[]) OR (seat.performance_id = $2 AND NOT seat.is_blocked))
  ORDER BY seat.id
  ON CONFLICT (tenant_id, performance_id, seat_id) DO UPDATE
  SET cart_id = excluded.cart_id, expires_at = excluded.expires_at,
      reservation_id = CASE WHEN claim.cart_id = excluded.cart_id THEN claim.reservation_id END
  WHERE claim.state = 'HELD' AND (claim.expires_at <= now() OR claim.cart_id = excluded.cart_id)
  RETURNING claim.seat_id
), counted AS (
  INSERT INTO network_hold AS net (tenant_id, network, holds, ends_at)
  SELECT $1, $6, jsonb_build_object(${clock}, jsonb_build_array($7::int, extract(epoch FROM mine.ends_at))), mine.ends_at
  FROM (SELECT ${endsAt} + make_interval(mins => $10) AS ends_at) mine
  WHERE $8::int > 0 AND $7 BETWEEN 1 AND $8::int
    AND (SELECT count(*) FROM taken WHERE seat_id = ANY ($4::uuid[])) = $7
  ON CONFLICT (tenant_id, network) DO UPDATE
  SET ends_at = greatest(net.ends_at, excluded.ends_at),
      holds = jsonb_set(
        coalesce((SELECT jsonb_object_agg(key, value) FROM jsonb_each(net.holds)
                  WHERE (value ->> 1)::numeric > extract(epoch FROM now())), '{}') || excluded.holds,
        ARRAY[${clock}, '0'], to_jsonb(greatest($7::int, (net.holds -> ${clock} ->> 0)::int)))
  WHERE $7 <= (net.holds -> ${clock} ->> 0)::int OR (
    SELECT coalesce(sum((value ->> 0)::int) FILTER (WHERE starts_with(key, $2::text)), 0) + $7 <= $8 AND count(*) < $9::int
    FROM jsonb_each(net.holds) WHERE key <> ${clock} AND (value ->> 1)::numeric > extract(epoch FROM now()))
  RETURNING 1
)
SELECT ARRAY(SELECT seat_id::text FROM taken WHERE seat_id = ANY ($4::uuid[])) AS seats,
       $8 = 0 OR $7 = 0 OR EXISTS (SELECT 1 FROM counted) AS within`;

/** The end and the clock of the cart are known. */
const HOLD = holdUntil('$11::timestamptz', '$12::text');
/** The cart begins in the same transaction, as `startCart` writes it. */
const HOLD_FIRST = holdUntil(CART_END, `(${clockOf('$2', '$3', 'now()')})`);

/** Deletes the rows released by the statement above; this transaction holds their locks already. */
const FORGET = `DELETE FROM seat_claim WHERE tenant_id = $1 AND cart_id = $2 AND state = 'HELD' AND expires_at = '-infinity'`;

/**
 * Sells seats $5 to reservation $4: seats of the cart, even expired ones, and free seats. The cart's seats then no
 * longer count for its network, so that a purchase takes nothing from other buyers of that network.
 */
const SELL = `
WITH sold AS (
INSERT INTO seat_claim AS claim (tenant_id, performance_id, seat_id, cart_id, reservation_id, state, expires_at)
SELECT seat.tenant_id, seat.performance_id, seat.id, $3, $4, 'SOLD', 'infinity'
FROM performance_seat seat
WHERE seat.tenant_id = $1 AND seat.performance_id IS NOT DISTINCT FROM $2 AND seat.id = ANY ($5::uuid[])
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
WHERE tenant_id = $1 AND cart_id = $2 AND state <> 'SOLD' AND expires_at > now()`;

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

/** How the seats of a cart count towards the limits of its client network. */
export interface Share {
  network: string;
  /** Key of the cart's clock; holds under other keys are added to it. */
  key: string;
  /** Maximum seats of the performance and maximum carts of the network; 0 seats means no limit. */
  seats: number;
  carts: number;
  /** Minutes for which unsold seats still count after the cart's time has ended. */
  restMinutes: number;
}

export interface Taken {
  /** Requested seats that the cart now holds. */
  seats: string[];
  /** False when its network would exceed a limit; the caller rolls back. */
  within: boolean;
}

const NO_LIMIT: Share = { network: '', key: '', seats: 0, carts: 0, restMinutes: 0 };

/** Values of `holdUntil` without the end and the clock. */
const holdValues = (
  tx: Pick<Tx, 'tenantId'>,
  { performanceId, cartId }: SeatOwner,
  requested: readonly string[],
  released: readonly string[],
  share: Omit<Share, 'key'>,
): unknown[] => [
  ...[tx.tenantId, performanceId, cartId, requested, released],
  ...[share.network, requested.length, share.seats, share.carts, share.restMinutes],
];

/** Takes the `requested` seats that are free, and releases the `released` ones. */
export async function takeSeats(
  tx: Tx,
  owner: SeatOwner,
  requested: readonly string[],
  released: readonly string[],
  expiresAt: Date,
  share: Share = NO_LIMIT,
): Promise<Taken> {
  const values = [...holdValues(tx, owner, requested, released, share), expiresAt, share.key];
  const taken = await tx.sql.named<Taken & Record<string, unknown>>('hold-seats', HOLD, values);
  if (released.length > 0) await tx.sql.named('forget-seats', FORGET, [tx.tenantId, owner.cartId]);
  return takenFrom(taken);
}

/** The statement by which a cart that begins in this transaction takes its first seats; `takenFrom` reads its result. */
export const takeFirstSeats = (
  tx: Pick<Tx, 'tenantId'>,
  owner: SeatOwner,
  requested: readonly string[],
  share: Omit<Share, 'key'>,
): Statement => ({
  name: 'hold-first-seats',
  text: HOLD_FIRST,
  values: holdValues(tx, owner, requested, [], share),
});

export function takenFrom(result: SqlResult<Record<string, unknown>> | undefined): Taken {
  const [taken] = (result?.rows ?? []) as unknown as Taken[];
  if (!taken) throw new Error('the statement that takes seats answered nothing');
  return taken;
}

/** Minutes until the first hold of a network stops counting. */
export async function minutesUntilLess(tx: Tx, network: string): Promise<number> {
  const { rows } = await tx.sql.query<{ minutes: number }>(
    `SELECT ceil((min((value ->> 1)::numeric) - extract(epoch FROM now())) / 60)::int AS minutes
     FROM network_hold, jsonb_each(holds)
     WHERE tenant_id = $1 AND network = $2 AND (value ->> 1)::numeric > extract(epoch FROM now())`,
    [tx.tenantId, network],
  );
  return Math.max(1, rows[0]?.minutes ?? 1);
}

/** Returns the seats that are now sold to the reservation. */
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

/** Releases the sold seats of a reservation. Locks in the order of ids, like every statement that takes seats. */
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

/** Publishes the new state of seats, for every open seat plan of the performance. */
export async function announceSeats(
  tx: Tx,
  performanceId: string,
  seatIds: readonly string[],
  state: SeatState,
): Promise<void> {
  if (seatIds.length === 0) return;
  if (state === 'FREE') wakeList(tx, performanceId);
  await tx.publish('ticketing.seat.v1', performanceId, {
    $case: 'seatsChanged',
    value: { performanceId, seatIds: [...seatIds], state },
  });
}
