import { Problem, type Tx } from '@coulisse/service-kit';

/**
 * Copies the current seats of a plan to a performance. Ids are new: a seat is sold once per performance. They differ in
 * their last four digits only, the number of the seat in the order of the plan (`seatIdOf` of @coulisse/seat-plan).
 */
const COPY = `
WITH seating AS MATERIALIZED (SELECT left(overlay(uuidv7()::text PLACING '8' FROM 15 FOR 1), 32) AS ids)
INSERT INTO performance_seat (id, tenant_id, performance_id, shape_id, kind, "row", number, label, category_id, x, y, rotation,
  is_pmr, is_companion, is_blocked, group_index, path_order, table_id)
SELECT (seating.ids || lpad(to_hex(row_number() OVER (ORDER BY shape."pathOrder") - 1), 4, '0'))::uuid, $1, $2,
       shape.id, shape.type, shape."row", shape.number, shape.label, shape."categoryId", shape.x, shape.y,
       shape.rotation, shape."isPmr", coalesce(shape."isCompanion", false), shape."isBlocked", shape."groupIndex",
       shape."pathOrder", shape."tableId"
FROM seating, room_plan plan, jsonb_to_recordset(plan.shapes) AS shape (
  id uuid, type text, "row" text, number text, label text, "categoryId" uuid, x float8, y float8, rotation float8,
  "isPmr" boolean, "isCompanion" boolean, "isBlocked" boolean, "groupIndex" int, "pathOrder" int, "tableId" text)
WHERE plan.tenant_id = $1 AND plan.id = $3 AND plan.room_id = $4`;

/** The rest of the copy: which plan it is, and what is drawn apart from the seats. */
const COPY_SCENE = `
INSERT INTO performance_plan (tenant_id, performance_id, plan_id, plan_version, scene, views)
SELECT $1, $2, id, published_version, scene, views FROM room_plan WHERE tenant_id = $1 AND id = $3
ON CONFLICT (tenant_id, performance_id) DO UPDATE
SET plan_id = EXCLUDED.plan_id, plan_version = EXCLUDED.plan_version, scene = EXCLUDED.scene, views = EXCLUDED.views,
    seating_id = NULL, synchronised_at = NULL`;

/** Gives a performance its own copy of a plan's seats. */
export async function copySeats(
  tx: Tx,
  performanceId: string,
  planId: string,
  roomId: string,
): Promise<void> {
  const plan = await tx.sql.query<{ is_published: boolean }>(
    'SELECT published_version > 0 AS is_published FROM room_plan WHERE tenant_id = $1 AND id = $2 AND room_id = $3 FOR SHARE',
    [tx.tenantId, planId, roomId],
  );
  if (plan.rowCount === 0)
    throw new Problem('validation.failed', { errors: [{ pointer: '/planId', code: 'validation.choice' }] });
  if (!plan.rows[0]?.is_published)
    throw new Problem('plan.not-published', { errors: [{ pointer: '/planId', code: 'plan.not-published' }] });
  await tx.sql.query(COPY, [tx.tenantId, performanceId, planId, roomId]);
  await tx.sql.query(COPY_SCENE, [tx.tenantId, performanceId, planId]);
  const { rows } = await tx.sql.query<{ places: number }>(
    'SELECT count(*)::int AS places FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2 AND NOT is_blocked',
    [tx.tenantId, performanceId],
  );
  const places = rows[0]?.places ?? 0;
  if (places === 0)
    throw new Problem('plan.no-seat', { errors: [{ pointer: '/planId', code: 'plan.no-seat' }] });
  await tx.sql.query('UPDATE performance SET places_available = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    performanceId,
    places,
  ]);
}

/** Replaces the seats of a performance, which must not have been sold or reserved by anybody. */
export async function replaceSeats(
  tx: Tx,
  performanceId: string,
  planId: string,
  roomId: string,
): Promise<void> {
  const key = [tx.tenantId, performanceId];
  // The lock blocks concurrent holds: claiming a seat needs a key share lock on its row.
  await tx.sql.query(
    'SELECT 1 FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2 ORDER BY id FOR UPDATE',
    key,
  );
  const { rows } = await tx.sql.query<{ used: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM seat_claim WHERE tenant_id = $1 AND performance_id = $2 AND (state = 'SOLD' OR expires_at > now()))
         OR EXISTS (SELECT 1 FROM reservation_item WHERE tenant_id = $1 AND performance_id = $2) AS used`,
    key,
  );
  if (rows[0]?.used) throw new Problem('performance.plan-in-use');
  await tx.sql.query('DELETE FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2', key);
  await copySeats(tx, performanceId, planId, roomId);
}
