import { Problem, type Tx } from '@coulisse/service-kit';
import { announceSeats, takeSeats } from '../holds/claim-seats.command';
import { exhausted, reserveUse, UNRESERVED_CODE } from '../promotion-codes/promotion-use.store';

/** Seats of a reservation that is not sold, with the cart that holds them. */
interface Unsold {
  cart_id: string;
  performance_id: string;
  seats: string[];
  unreserved_code: string | null;
}

const UNSOLD = `SELECT s.cart_id, r.performance_id, ${UNRESERVED_CODE} AS unreserved_code,
    ARRAY(SELECT i.seat_id::text FROM reservation_item i
          WHERE i.tenant_id = r.tenant_id AND i.reservation_id = r.id AND i.canceled_at IS NULL) AS seats
  FROM sale_process s JOIN reservation r ON r.tenant_id = s.tenant_id AND r.id = s.reservation_id
  WHERE s.tenant_id = $1 AND s.reservation_id = $2`;

/**
 * SKIP LOCKED: a caller that has locked the reservation first must not wait for its cart, which other sales lock before
 * their reservation.
 */
const HOLD_CART = `UPDATE cart SET expires_at = $3, reservation_id = $4
  WHERE tenant_id = $1 AND id = (SELECT id FROM cart WHERE tenant_id = $1 AND id = $2 AND NOT closed FOR UPDATE SKIP LOCKED)`;
const NAME_RESERVATION = `UPDATE seat_claim SET reservation_id = $3
  WHERE tenant_id = $1 AND cart_id = $2 AND state <> 'SOLD'`;

/**
 * Holds the seats of a reservation that is not sold until a moment, all of them or none: those of its cart, and free
 * ones. Seats held for a pre-reservation carry its id, so that plans of staff show whose they are.
 */
export async function holdUntil(
  tx: Tx,
  reservationId: string,
  until: Date,
  { named }: { named: boolean },
): Promise<void> {
  const { rows } = await tx.sql.query<Unsold & Record<string, unknown>>(UNSOLD, [tx.tenantId, reservationId]);
  const [unsold] = rows;
  if (!unsold || unsold.seats.length === 0) throw new Problem('reservation.seats-no-longer-available');
  const { cart_id: cartId, performance_id: performanceId, seats, unreserved_code: code } = unsold;
  // It comes back, and another order has taken its use meanwhile.
  if (code !== null && !(await reserveUse(tx, code, reservationId))) throw exhausted();
  const { rowCount } = await tx.sql.query(HOLD_CART, [tx.tenantId, cartId, until, reservationId]);
  if (rowCount === 0) throw new Problem('record.changed');
  const taken = await takeSeats(tx, { performanceId, cartId }, seats, [], until);
  if (taken.seats.length < seats.length) throw new Problem('reservation.seats-no-longer-available');
  await tx.sql.query(NAME_RESERVATION, [tx.tenantId, cartId, named ? reservationId : null]);
  await announceSeats(tx, performanceId, seats, 'HELD');
}

const RELEASE = `UPDATE seat_claim SET expires_at = '-infinity'
  WHERE tenant_id = $1 AND cart_id = (SELECT cart_id FROM sale_process WHERE tenant_id = $1 AND reservation_id = $2)
    AND state = 'HELD' RETURNING performance_id, seat_id`;

/** Frees the held seats of a reservation that was never sold. */
export async function releaseHeld(tx: Tx, reservationId: string): Promise<void> {
  const { rows } = await tx.sql.query<{ performance_id: string; seat_id: string }>(RELEASE, [
    tx.tenantId,
    reservationId,
  ]);
  const [first] = rows;
  if (first)
    await announceSeats(
      tx,
      first.performance_id,
      rows.map(({ seat_id }) => seat_id),
      'FREE',
    );
}
