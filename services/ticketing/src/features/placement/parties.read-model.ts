import { Problem, type Tx } from '@coulisse/service-kit';
import type { PendingParty, SoldParty } from './sold-party.types';

/** Throws `http.404` for a performance that the tenant does not have: one without reservations is another thing. */
export async function checkPerformance(tx: Tx, performanceId: string): Promise<void> {
  const { rowCount } = await tx.sql.query('SELECT 1 FROM performance WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    performanceId,
  ]);
  if (rowCount === 0) throw new Problem('http.404');
}

/** Validated reservations of a performance, or those of them with the ids $3, in the order of their sale. */
const PARTIES = `
SELECT r.id AS "reservationId", r.code, r.version, r.customer_name AS "customerName", sale.cart_id AS "cartId",
       r.arrived_count > 0 AS "hasArrived", sale.document_id IS NOT NULL AS "isPrinted",
       json_agg(json_build_object('itemId', item.id, 'seatId', item.seat_id, 'label', seat.label,
         'categoryId', coalesce(f.category_id, seat.category_id), 'isPmr', seat.is_pmr, 'isSold', claim.seat_id IS NOT NULL,
         'isLocked', seat.table_number_locked, 'isDriver', item.is_driver) ORDER BY item.position) AS places
FROM reservation r
JOIN sale_process sale ON sale.tenant_id = r.tenant_id AND sale.reservation_id = r.id
JOIN reservation_item item ON item.tenant_id = r.tenant_id AND item.reservation_id = r.id
JOIN performance_seat seat ON seat.tenant_id = item.tenant_id AND seat.performance_id = item.performance_id AND seat.id = item.seat_id
LEFT JOIN formula f ON f.tenant_id = item.tenant_id AND f.id = item.formula_id
LEFT JOIN seat_claim claim ON claim.tenant_id = item.tenant_id AND claim.performance_id = item.performance_id
  AND claim.seat_id = item.seat_id AND claim.reservation_id = r.id AND claim.state = 'SOLD'
WHERE r.tenant_id = $1 AND r.performance_id = $2 AND item.canceled_at IS NULL AND r.state = 'VALIDATED' AND ($3::uuid[] IS NULL OR r.id = ANY ($3::uuid[]))
GROUP BY r.id, r.code, r.version, r.customer_name, sale.cart_id, r.arrived_count, sale.document_id, r.created_at
ORDER BY r.created_at, r.id`;

export async function soldParties(
  tx: Tx,
  performanceId: string,
  reservationIds: readonly string[] | null = null,
): Promise<SoldParty[]> {
  const { rows } = await tx.sql.query<SoldParty & Record<string, unknown>>(PARTIES, [
    tx.tenantId,
    performanceId,
    reservationIds,
  ]);
  return rows;
}

/** Reservations of a performance that are not paid yet and for which seats are held, in the order of their sale. */
export async function pendingParties(tx: Tx, performanceId: string): Promise<PendingParty[]> {
  const { rows } = await tx.sql.query<PendingParty & Record<string, unknown>>(
    `SELECT r.id AS "reservationId", r.code, r.customer_name AS "customerName", array_agg(claim.seat_id::text ORDER BY claim.seat_id) AS "seatIds"
     FROM seat_claim claim JOIN reservation r ON r.tenant_id = claim.tenant_id AND r.id = claim.reservation_id
     WHERE claim.tenant_id = $1 AND claim.performance_id = $2 AND claim.state = 'HELD' AND claim.expires_at > now()
     GROUP BY r.id, r.code, r.customer_name, r.created_at ORDER BY r.created_at, r.id`,
    [tx.tenantId, performanceId],
  );
  return rows;
}

/** Seats whose table number is locked. */
export async function lockedSeats(tx: Tx, performanceId: string): Promise<string[]> {
  const { rows } = await tx.sql.query<{ id: string }>(
    'SELECT id FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2 AND table_number_locked ORDER BY path_order',
    [tx.tenantId, performanceId],
  );
  return rows.map(({ id }) => id);
}

/** The categories of the performance's formulas with their lowest price, the cheapest first. */
export async function categoriesByPrice(tx: Tx, performanceId: string): Promise<string[]> {
  const { rows } = await tx.sql.query<{ category_id: string }>(
    `SELECT f.category_id FROM performance p
     JOIN formula f ON f.tenant_id = p.tenant_id AND f.id = ANY (p.formulas) AND NOT f.archived
     WHERE p.tenant_id = $1 AND p.id = $2 GROUP BY f.category_id ORDER BY min(f.ticket_price_ttc), f.category_id`,
    [tx.tenantId, performanceId],
  );
  return rows.map((row) => row.category_id);
}
