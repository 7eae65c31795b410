import type { Tx } from '@coulisse/service-kit';

/** States of reservations that have seats, or may still get them. */
export const IN_FORCE = ['DRAFT', 'PRE_RESERVATION', 'QUOTE_REQUESTED', 'VALIDATED'] as const;
/** Those whose buyers were promised seats. */
const PROMISED = ['PRE_RESERVATION', 'QUOTE_REQUESTED', 'VALIDATED'];

const ANY = `SELECT 1 FROM reservation WHERE tenant_id = $1 AND performance_id = $2 AND state = ANY ($3::reservation_state[]) LIMIT 1`;
const LOCK = `SELECT id, state = 'VALIDATED' AS "isSold", (total_ttc * 100)::int AS "totalMinor" FROM reservation
  WHERE tenant_id = $1 AND performance_id = $2 AND state = ANY ($3::reservation_state[]) ORDER BY id FOR UPDATE`;

/** Whether somebody counts on the date and the times of a performance. */
export async function isPromised(tx: Tx, performanceId: string): Promise<boolean> {
  const { rowCount } = await tx.sql.query(ANY, [tx.tenantId, performanceId, PROMISED]);
  return rowCount === 1;
}

export interface PromisedReservation {
  id: string;
  isSold: boolean;
  totalMinor: number;
}

/** Locks the reservations of a performance whose buyers were promised seats, by their ids. */
export async function lockPromised(tx: Tx, performanceId: string): Promise<PromisedReservation[]> {
  const { rows } = await tx.sql.query<PromisedReservation & Record<string, unknown>>(LOCK, [
    ...[tx.tenantId, performanceId],
    PROMISED,
  ]);
  return rows;
}

/** Carts come before reservations in every lock order. */
const LOCK_CARTS = `SELECT 1 FROM cart WHERE tenant_id = $1 AND id IN (
    SELECT s.cart_id FROM reservation r JOIN sale_process s ON s.tenant_id = r.tenant_id AND s.reservation_id = r.id
    WHERE r.tenant_id = $1 AND r.performance_id = $2 AND r.state = 'PRE_RESERVATION') ORDER BY id FOR UPDATE`;

/** Locks the carts of the pre-reservations of a performance, before the reservations themselves. */
export async function lockCartsOfReserved(tx: Tx, performanceId: string): Promise<void> {
  await tx.sql.query(LOCK_CARTS, [tx.tenantId, performanceId]);
}

/** Read by a statement of its own: that of the lock does not see a deposit that it has waited for. */
const MOVE_DEPOSITS = `
WITH paid AS (
  SELECT r.id, s.cart_id FROM reservation r
  JOIN sale_process s ON s.tenant_id = r.tenant_id AND s.reservation_id = r.id
  WHERE r.tenant_id = $1 AND r.performance_id = $2 AND r.state = 'PRE_RESERVATION' AND EXISTS (
    SELECT 1 FROM reservation_payment p WHERE p.tenant_id = r.tenant_id AND p.reservation_id = r.id
      AND p.state = 'ACCEPTED' AND p.amount_minor > p.to_refund_minor + p.refunded_minor)
), carts AS (
  UPDATE cart SET expires_at = $3 FROM paid WHERE cart.tenant_id = $1 AND cart.id = paid.cart_id
), mine AS (
  SELECT claim.seat_id FROM paid JOIN seat_claim claim ON claim.tenant_id = $1 AND claim.cart_id = paid.cart_id
  WHERE claim.performance_id = $2 AND claim.state = 'HELD' AND claim.reservation_id = paid.id
  ORDER BY claim.seat_id FOR UPDATE OF claim
), claims AS (
  UPDATE seat_claim claim SET expires_at = $3 FROM mine
  WHERE claim.tenant_id = $1 AND claim.performance_id = $2 AND claim.seat_id = mine.seat_id RETURNING claim.seat_id
)
SELECT ARRAY(SELECT id::text FROM paid ORDER BY id) AS reservations, ARRAY(SELECT seat_id::text FROM claims) AS seats`;

/**
 * Holds the seats of the pre-reservations of a performance that have a deposit until another moment. Returns those
 * reservations, whose deadlines the caller moves, and their seats.
 */
export async function moveHoldsOfDeposits(
  tx: Tx,
  performanceId: string,
  until: string,
): Promise<{ reservations: string[]; seats: string[] }> {
  const { rows } = await tx.sql.query<{ reservations: string[]; seats: string[] }>(MOVE_DEPOSITS, [
    ...[tx.tenantId, performanceId],
    until,
  ]);
  return rows[0] ?? { reservations: [], seats: [] };
}
