import type { PlanBlock, PlanScene, PlanTable } from '@coulisse/seat-plan';
import { Problem, type Tx } from '@coulisse/service-kit';
import { v7 as newId } from 'uuid';
import { readRoomPlan, type RoomPlan } from './room-plan.read-model';
import { type PlanDrawing, sceneOf, shapesOf } from './room-plan.domain';

const categoriesOf = ({ categoryId, painted = {} }: Painted): string[] => [
  categoryId,
  ...Object.values(painted),
];
type Painted = Pick<PlanBlock, 'categoryId' | 'painted'>;

async function checkCategories(tx: Tx, { blocks, tables }: PlanDrawing): Promise<void> {
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

async function readBack(tx: Tx, roomId: string, planId: string): Promise<RoomPlan> {
  const plan = await readRoomPlan(tx, roomId, planId);
  if (!plan) throw new Error(`plan ${planId} was not written`);
  return plan;
}

/** Creates a plan of a room. */
export async function createRoomPlan(
  tx: Tx,
  roomId: string,
  plan: PlanDrawing & { name: string },
): Promise<RoomPlan> {
  const room = await tx.sql.query('SELECT 1 FROM room WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    roomId,
  ]);
  if (room.rowCount === 0) throw new Problem('http.404');
  await checkCategories(tx, plan);
  const id = newId();
  const shapes = shapesOf(id, plan.blocks, plan.tables);
  await tx.sql.query(
    `INSERT INTO room_plan (id, tenant_id, room_id, name, blocks, tables, scene, shapes, seat_count)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
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

interface SavedPlan {
  name: string;
  version: number;
  seat_count: number;
  tables: PlanTable[];
  scene: PlanScene;
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

/** Redraws a plan, if its version is unchanged. Existing performances keep their seats. */
export async function saveShapes(
  tx: Tx,
  roomId: string,
  planId: string,
  change: PlanChange,
): Promise<RoomPlan> {
  const { rows } = await tx.sql.query<SavedPlan>(
    'SELECT name, version, seat_count, tables, scene FROM room_plan WHERE tenant_id = $1 AND room_id = $2 AND id = $3 FOR UPDATE',
    [tx.tenantId, roomId, planId],
  );
  const before = rows[0];
  if (!before) throw new Problem('http.404');
  if (before.version !== change.version) throw new Problem('record.changed');
  const { name = before.name, blocks, tables = before.tables } = change;
  const { outlines = before.scene.outlines, texts = before.scene.texts } = change;
  const drawing = { blocks, tables, outlines, texts };
  await checkCategories(tx, drawing);
  const shapes = shapesOf(planId, blocks, tables);
  await tx.sql.query(
    `UPDATE room_plan SET name = $3, blocks = $4, tables = $5, scene = $6, shapes = $7, seat_count = $8,
       version = version + 1, updated_at = now()
     WHERE tenant_id = $1 AND id = $2`,
    [
      ...[tx.tenantId, planId, name],
      ...[blocks, tables, sceneOf(drawing), shapes].map((part) => JSON.stringify(part)),
      shapes.length,
    ],
  );
  await tx.history('ticketing.room-plan', planId, 'save-shapes', {
    version: [before.version, before.version + 1],
    seatCount: [before.seat_count, shapes.length],
  });
  return readBack(tx, roomId, planId);
}
