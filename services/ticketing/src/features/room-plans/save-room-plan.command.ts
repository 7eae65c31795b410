import type { PlanBlock } from '@coulisse/seat-plan';
import { Problem, type Tx } from '@coulisse/service-kit';
import { v7 as newId } from 'uuid';
import { readRoomPlan, type RoomPlan } from './room-plan.read-model';
import { shapesOf } from './room-plan.domain';

async function checkCategories(tx: Tx, blocks: readonly PlanBlock[]): Promise<void> {
  const categoryIds = [...new Set(blocks.map(({ categoryId }) => categoryId))];
  const { rows } = await tx.sql.query<{ id: string }>(
    'SELECT id FROM seat_category WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
    [tx.tenantId, categoryIds],
  );
  const existingIds = new Set(rows.map(({ id }) => id));
  const errors = blocks.flatMap((block, index) =>
    existingIds.has(block.categoryId)
      ? []
      : [{ pointer: `/blocks/${index}/categoryId`, code: 'validation.choice' as const }],
  );
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
  plan: { name: string; blocks: readonly PlanBlock[] },
): Promise<RoomPlan> {
  const room = await tx.sql.query('SELECT 1 FROM room WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    roomId,
  ]);
  if (room.rowCount === 0) throw new Problem('http.404');
  await checkCategories(tx, plan.blocks);
  const id = newId();
  const shapes = shapesOf(id, plan.blocks);
  await tx.sql.query(
    'INSERT INTO room_plan (id, tenant_id, room_id, name, blocks, shapes, seat_count) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [id, tx.tenantId, roomId, plan.name, JSON.stringify(plan.blocks), JSON.stringify(shapes), shapes.length],
  );
  await tx.history('ticketing.room-plan', id, 'create', {
    name: [null, plan.name],
    seatCount: [null, shapes.length],
  });
  return readBack(tx, roomId, id);
}

/** Redraws a plan, if its version is unchanged. Existing performances keep their seats. */
export async function saveShapes(
  tx: Tx,
  roomId: string,
  planId: string,
  change: { version: number; blocks: readonly PlanBlock[] },
): Promise<RoomPlan> {
  const { rows } = await tx.sql.query<{ version: number; seat_count: number }>(
    'SELECT version, seat_count FROM room_plan WHERE tenant_id = $1 AND room_id = $2 AND id = $3 FOR UPDATE',
    [tx.tenantId, roomId, planId],
  );
  const before = rows[0];
  if (!before) throw new Problem('http.404');
  if (before.version !== change.version) throw new Problem('record.changed');
  await checkCategories(tx, change.blocks);
  const shapes = shapesOf(planId, change.blocks);
  await tx.sql.query(
    `UPDATE room_plan SET blocks = $3, shapes = $4, seat_count = $5, version = version + 1, updated_at = now()
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, planId, JSON.stringify(change.blocks), JSON.stringify(shapes), shapes.length],
  );
  await tx.history('ticketing.room-plan', planId, 'save-shapes', {
    version: [before.version, before.version + 1],
    seatCount: [before.seat_count, shapes.length],
  });
  return readBack(tx, roomId, planId);
}
