import { type PlanScene, seatIdOf, type Shape } from '@coulisse/seat-plan';
import { Problem, type Tx } from '@coulisse/service-kit';
import { v7 as newId } from 'uuid';
import { areSameViews, type SeatView } from '../room-plans/plan-pictures.domain';
import {
  type CopiedSeat,
  type KeptSeat,
  synchronise,
  type Synchronisation,
  synchronisedScene,
  type Use,
} from './synchronise.domain';

/** Number of labels that a list names; the others are only counted. */
const MAX_LISTED = 50;

interface PlanRow {
  plan_id: string;
  plan_name: string;
  plan_version: number;
  shapes: Shape[];
  planned_scene: PlanScene;
  copied_version: number | null;
  scene: PlanScene | null;
  planned_views: SeatView[];
  views: SeatView[] | null;
}

const PLAN = `
SELECT plan.id AS plan_id, plan.name AS plan_name, plan.published_version AS plan_version, plan.shapes,
  plan.scene AS planned_scene, plan.views AS planned_views, copy.plan_version AS copied_version, copy.scene, copy.views
FROM performance
JOIN room_plan plan ON plan.tenant_id = performance.tenant_id AND plan.id = performance.plan_id::uuid
LEFT JOIN performance_plan copy ON copy.tenant_id = performance.tenant_id AND copy.performance_id = performance.id
WHERE performance.tenant_id = $1 AND performance.id = $2`;

/** The lock blocks concurrent holds: claiming a seat needs a key share lock on its row. */
const LOCK =
  'SELECT 1 FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2 ORDER BY id FOR UPDATE';

const SEATS = `
SELECT seat.id, seat.shape_id AS "shapeId", seat."row", seat.number, seat.label, seat.category_id AS "categoryId",
  seat.x, seat.y, seat.rotation, seat.is_pmr AS "isPmr", seat.is_companion AS "isCompanion",
  seat.is_blocked AS "isBlocked", seat.group_index AS "groupIndex", seat.path_order AS "pathOrder",
  seat.table_id AS "tableId",
  CASE WHEN claim.state = 'SOLD' THEN 'SOLD' WHEN claim.state = 'HELD' THEN 'HELD'
       WHEN item.seat_id IS NOT NULL THEN 'CANCELLED' END AS use
FROM performance_seat seat
LEFT JOIN seat_claim claim ON claim.tenant_id = seat.tenant_id AND claim.performance_id = seat.performance_id
  AND claim.seat_id = seat.id AND (claim.state = 'SOLD' OR claim.expires_at > now())
LEFT JOIN (SELECT DISTINCT seat_id FROM reservation_item WHERE tenant_id = $1 AND performance_id = $2) item
  ON item.seat_id = seat.id
WHERE seat.tenant_id = $1 AND seat.performance_id = $2 ORDER BY seat.path_order`;

const COLUMNS = `id uuid, "shapeId" uuid, "row" text, number text, label text, "categoryId" uuid, x float8, y float8,
  rotation float8, "isPmr" boolean, "isCompanion" boolean, "isBlocked" boolean, "groupIndex" int, "pathOrder" int,
  "tableId" text`;

const UPDATE = `
UPDATE performance_seat seat
SET "row" = drawn."row", number = drawn.number, label = drawn.label, category_id = drawn."categoryId", x = drawn.x,
  y = drawn.y, rotation = drawn.rotation, is_pmr = drawn."isPmr", is_companion = drawn."isCompanion",
  is_blocked = drawn."isBlocked", group_index = drawn."groupIndex", path_order = drawn."pathOrder",
  table_id = drawn."tableId"
FROM jsonb_to_recordset($3::jsonb) AS drawn (${COLUMNS})
WHERE seat.tenant_id = $1 AND seat.performance_id = $2 AND seat.id = drawn.id`;

const ADD = `
INSERT INTO performance_seat (id, tenant_id, performance_id, shape_id, kind, "row", number, label, category_id, x, y, rotation,
  is_pmr, is_companion, is_blocked, group_index, path_order, table_id)
SELECT id, $1, $2, "shapeId", 'SEAT', "row", number, label, "categoryId", x, y, rotation, "isPmr", "isCompanion",
  "isBlocked", "groupIndex", "pathOrder", "tableId"
FROM jsonb_to_recordset($3::jsonb) AS drawn (${COLUMNS})`;

const NAME_SEATING = `
INSERT INTO performance_plan (tenant_id, performance_id, plan_id, plan_version, scene, seating_id, synchronised_at, views)
VALUES ($1, $2, $3, $4, $5, $6, now(), $7)
ON CONFLICT (tenant_id, performance_id) DO UPDATE
SET plan_id = EXCLUDED.plan_id, plan_version = EXCLUDED.plan_version, scene = EXCLUDED.scene,
    seating_id = EXCLUDED.seating_id, synchronised_at = EXCLUDED.synchronised_at, views = EXCLUDED.views`;

const COUNT = `
UPDATE performance SET version = version + 1, updated_at = now(), places_available =
  (SELECT count(*) FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2 AND NOT is_blocked)
WHERE tenant_id = $1 AND id = $2`;

interface Labels {
  count: number;
  /** The first ones. */
  labels: string[];
}

/** What a synchronisation would do, or has done. */
export interface PlanDifference {
  plan: { id: string; name: string; version: number };
  /** Version of the plan that the seats were copied from; null when it is not known. */
  copiedVersion: number | null;
  added: Labels;
  changed: Labels;
  removed: Labels;
  /** Planned seats that get no place. */
  withheld: Labels;
  /** Seats that stay although the plan has changed them. */
  kept: { count: number; seats: KeptSeat[] };
  /** Whether the pictures of what is seen from the seats differ. */
  hasOtherViews: boolean;
}

const listed = (labels: readonly string[]): Labels => ({
  count: labels.length,
  labels: labels.slice(0, MAX_LISTED),
});

const differenceOf = (plan: PlanRow, result: Synchronisation): PlanDifference => ({
  plan: { id: plan.plan_id, name: plan.plan_name, version: plan.plan_version },
  copiedVersion: plan.copied_version,
  added: listed(result.added.map(({ label }) => label)),
  changed: listed(result.changed),
  removed: listed(result.removed),
  withheld: listed(result.withheld),
  kept: { count: result.kept.length, seats: result.kept.slice(0, MAX_LISTED) },
  hasOtherViews: !areSameViews(plan.planned_views, plan.views ?? []),
});

type SeatRow = Omit<CopiedSeat, 'use'> & { use: Use | null };

async function compare(
  tx: Tx,
  performanceId: string,
): Promise<{ plan: PlanRow; result: Synchronisation } | null> {
  const key = [tx.tenantId, performanceId];
  const [plan] = (await tx.sql.query<PlanRow>(PLAN, key)).rows;
  if (!plan) return null;
  const { rows } = await tx.sql.query<SeatRow>(SEATS, key);
  // Plans that were saved before there were tables and companions have seats without them.
  const shapes = plan.shapes.map((shape) => ({
    ...shape,
    isCompanion: shape.isCompanion ?? false,
    tableId: shape.tableId ?? null,
  }));
  return { plan, result: synchronise(rows, shapes) };
}

/** What a synchronisation with the room plan would change; null when there is no such performance. */
export async function planDifference(tx: Tx, performanceId: string): Promise<PlanDifference | null> {
  const compared = await compare(tx, performanceId);
  return compared && differenceOf(compared.plan, compared.result);
}

/** The beginning of new seat ids: as those of a copy, they differ in their last digits only. */
const newSeating = (): string => `${newId().slice(0, 14)}8${newId().slice(15)}`;

/**
 * Makes the seats of a performance follow the room plan again, in the version whose difference was shown. Seats that
 * are sold or held stay where they are.
 */
export async function synchroniseWithPlan(
  tx: Tx,
  performanceId: string,
  planVersion: number,
): Promise<PlanDifference | null> {
  const key = [tx.tenantId, performanceId];
  await tx.sql.query(LOCK, key);
  const compared = await compare(tx, performanceId);
  if (!compared) return null;
  const { plan, result } = compared;
  if (plan.plan_version !== planVersion) throw new Problem('record.changed');
  if (result.updated.length + result.added.length === 0) throw new Problem('plan.no-seat');
  const seating = newSeating();
  const added = result.added.map((seat, order) => ({ id: seatIdOf(seating, order), ...seat }));
  await tx.sql.query(
    'DELETE FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2 AND id = ANY ($3::uuid[])',
    [...key, result.removedIds],
  );
  await tx.sql.query(UPDATE, [...key, JSON.stringify(result.updated)]);
  await tx.sql.query(ADD, [...key, JSON.stringify(added)]);
  const scene = synchronisedScene(plan.scene, plan.planned_scene, result.keptTables);
  await tx.sql.query(NAME_SEATING, [
    ...key,
    plan.plan_id,
    plan.plan_version,
    JSON.stringify(scene),
    seatIdOf(seating, 0),
    JSON.stringify(plan.planned_views),
  ]);
  await tx.sql.query(COUNT, key);
  await tx.history('ticketing.performance', performanceId, 'sync-with-plan-salle', {
    planVersion: [plan.copied_version, plan.plan_version],
    added: [null, added.length],
    changed: [null, result.changed.length],
    removed: [null, result.removedIds.length],
  });
  return differenceOf(plan, result);
}
