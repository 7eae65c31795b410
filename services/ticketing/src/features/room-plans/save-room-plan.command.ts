import type { PlanBlock, PlanScene, PlanTable } from '@coulisse/seat-plan';
import { Problem, type Tx } from '@coulisse/service-kit';
import { v7 as newId } from 'uuid';
import type { PlanDraft } from './plan-draft.domain';
import {
  drawnView,
  type DrawnView,
  type PlanBackground,
  type SeatView,
  viewsWithSeats,
} from './plan-pictures.domain';
import { readRoomPlan, type RoomPlan } from './room-plan.read-model';
import { type PlanDrawing, sceneOf, shapesOf } from './room-plan.domain';

const categoriesOf = ({ categoryId, painted = {} }: Painted): string[] => [
  categoryId,
  ...Object.values(painted),
];
type Painted = Pick<PlanBlock, 'categoryId' | 'painted'>;

export async function checkCategories(tx: Tx, { blocks, tables }: PlanDrawing): Promise<void> {
  const categoryIds = [...new Set([...blocks, ...tables].flatMap(categoriesOf))];
  const { rows } = await tx.sql.query<{ id: string }>(
    'SELECT id FROM seat_category WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
    [tx.tenantId, categoryIds],
  );
  const existingIds = new Set(rows.map(({ id }) => id));
  const errorsOf = (part: string, drawn: readonly Painted[]) =>
    drawn.flatMap((item, index) =>
      categoriesOf(item).every((id) => existingIds.has(id))
        ? []
        : [{ pointer: `/${part}/${index}/categoryId`, code: 'validation.choice' as const }],
    );
  const errors = [...errorsOf('blocks', blocks), ...errorsOf('tables', tables)];
  if (errors.length > 0) throw new Problem('validation.failed', { errors });
}

export async function readBack(tx: Tx, roomId: string, planId: string): Promise<RoomPlan> {
  const plan = await readRoomPlan(tx, roomId, planId);
  if (!plan) throw new Error(`plan ${planId} was not written`);
  return plan;
}

async function checkRoom(tx: Tx, roomId: string): Promise<void> {
  const room = await tx.sql.query('SELECT 1 FROM room WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    roomId,
  ]);
  if (room.rowCount === 0) throw new Problem('http.404');
}

/** Creates a plan of a room; performances can be made from it at once. */
export async function createRoomPlan(
  tx: Tx,
  roomId: string,
  plan: PlanDrawing & { name: string },
): Promise<RoomPlan> {
  await checkRoom(tx, roomId);
  await checkCategories(tx, plan);
  const id = newId();
  const shapes = shapesOf(id, plan.blocks, plan.tables);
  await tx.sql.query(
    `INSERT INTO room_plan (id, tenant_id, room_id, name, blocks, tables, scene, shapes, seat_count, published_version, published_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, now())`,
    [
      ...[id, tx.tenantId, roomId, plan.name],
      ...[plan.blocks, plan.tables, sceneOf(plan), shapes].map((part) => JSON.stringify(part)),
      shapes.length,
    ],
  );
  await tx.history('ticketing.room-plan', id, 'create', {
    name: [null, plan.name],
    seatCount: [null, shapes.length],
  });
  return readBack(tx, roomId, id);
}

/** Creates a plan that is only a draft: performances can be made from it once it is published. */
export async function createDraftPlan(tx: Tx, roomId: string, draft: PlanDraft): Promise<RoomPlan> {
  await checkRoom(tx, roomId);
  const id = newId();
  await tx.sql.query(
    `INSERT INTO room_plan (id, tenant_id, room_id, name, blocks, shapes, seat_count, published_version, draft, draft_saved_at, draft_saved_by)
     VALUES ($1, $2, $3, $4, '[]', '[]', 0, 0, $5, now(), $6)`,
    [id, tx.tenantId, roomId, draft.name, JSON.stringify(draft), tx.actor.displayName.slice(0, 160)],
  );
  await tx.history('ticketing.room-plan', id, 'create', { name: [null, draft.name] });
  return readBack(tx, roomId, id);
}

/** A plan whose row is locked. */
export interface LockedPlan {
  name: string;
  version: number;
  published_version: number;
  seat_count: number;
  tables: PlanTable[];
  scene: PlanScene;
  background: PlanBackground | null;
  views: SeatView[];
  draft: PlanDraft | null;
}

/** Locks a plan for a change. The version that the caller has seen must still be its own. */
export async function lockPlan(tx: Tx, roomId: string, planId: string, version: number): Promise<LockedPlan> {
  const { rows } = await tx.sql.query<LockedPlan & Record<string, unknown>>(
    `SELECT name, version, published_version, seat_count, tables, scene, background, views, draft
     FROM room_plan WHERE tenant_id = $1 AND room_id = $2 AND id = $3 FOR UPDATE`,
    [tx.tenantId, roomId, planId],
  );
  const [plan] = rows;
  if (!plan) throw new Problem('http.404');
  if (plan.version !== version) throw new Problem('record.changed');
  return plan;
}

export interface PublishedDrawing extends PlanDrawing {
  name: string;
  background: PlanBackground | null;
  views: readonly DrawnView[];
}

/** Writes what performances copy from now on; the draft has become it. Returns the number of seats. */
export async function writePublished(tx: Tx, planId: string, drawing: PublishedDrawing): Promise<number> {
  const { name, blocks, tables, background } = drawing;
  await checkCategories(tx, drawing);
  const shapes = shapesOf(planId, blocks, tables);
  const views = viewsWithSeats(drawing.views, blocks, tables);
  await tx.sql.query(
    `UPDATE room_plan SET name = $3, blocks = $4, tables = $5, scene = $6, shapes = $7, views = $8, background = $9,
       seat_count = $10, draft = NULL, draft_saved_at = NULL, draft_saved_by = NULL,
       version = version + 1, published_version = version + 1, published_at = now(), updated_at = now()
     WHERE tenant_id = $1 AND id = $2`,
    [
      ...[tx.tenantId, planId, name],
      ...[blocks, tables, sceneOf(drawing), shapes, views].map((part) => JSON.stringify(part)),
      background && JSON.stringify(background),
      shapes.length,
    ],
  );
  return shapes.length;
}

/** What a plan is changed to; a part that is missing stays as it is. */
export interface PlanChange {
  version: number;
  name?: string;
  blocks: readonly PlanBlock[];
  tables?: readonly PlanTable[];
  outlines?: PlanScene['outlines'];
  texts?: PlanScene['texts'];
}

/** Redraws and publishes a plan, if its version is unchanged. Existing performances keep their seats. */
export async function saveShapes(
  tx: Tx,
  roomId: string,
  planId: string,
  change: PlanChange,
): Promise<RoomPlan> {
  const before = await lockPlan(tx, roomId, planId, change.version);
  const { name = before.name, blocks, tables = before.tables } = change;
  const { outlines = before.scene.outlines, texts = before.scene.texts } = change;
  const { background, views } = before;
  const drawing = { name, blocks, tables, outlines, texts, background, views: views.map(drawnView) };
  const seatCount = await writePublished(tx, planId, drawing);
  await tx.history('ticketing.room-plan', planId, 'save-shapes', {
    version: [before.version, before.version + 1],
    seatCount: [before.seat_count, seatCount],
  });
  return readBack(tx, roomId, planId);
}
