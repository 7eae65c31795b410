import type { PlanBlock, PlanOutline, PlanScene, PlanTable, PlanText, Shape } from '@coulisse/seat-plan';
import type { Tx } from '@coulisse/service-kit';

export interface PlanCategory {
  id: string;
  name: string;
  color: string;
}
export interface RoomPlanSummary {
  id: string;
  name: string;
  seatCount: number;
  version: number;
}
export interface RoomPlan extends Omit<RoomPlanSummary, 'seatCount'> {
  roomId: string;
  blocks: PlanBlock[];
  tables: PlanTable[];
  outlines: PlanOutline[];
  texts: PlanText[];
  shapes: Shape[];
  categories: PlanCategory[];
}

/** Null when there is no such room. */
export async function listRoomPlans(tx: Tx, roomId: string): Promise<RoomPlanSummary[] | null> {
  const room = await tx.sql.query('SELECT 1 FROM room WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    roomId,
  ]);
  if (room.rowCount === 0) return null;
  const { rows } = await tx.sql.query<{ id: string; name: string; seat_count: number; version: number }>(
    'SELECT id, name, seat_count, version FROM room_plan WHERE tenant_id = $1 AND room_id = $2 ORDER BY name',
    [tx.tenantId, roomId],
  );
  return rows.map(({ seat_count, ...row }) => ({ ...row, seatCount: seat_count }));
}

/** All seat categories of the tenant. */
async function planCategories(tx: Tx): Promise<PlanCategory[]> {
  const { rows } = await tx.sql.query<PlanCategory & Record<string, unknown>>(
    'SELECT id, name, color FROM seat_category WHERE tenant_id = $1 ORDER BY position, name',
    [tx.tenantId],
  );
  return rows.map(({ id, name, color }) => ({ id, name, color }));
}

export async function readRoomPlan(tx: Tx, roomId: string, planId: string): Promise<RoomPlan | null> {
  const { rows } = await tx.sql.query<{
    id: string;
    name: string;
    version: number;
    blocks: PlanBlock[];
    tables: PlanTable[];
    scene: PlanScene;
    shapes: Shape[];
  }>(
    'SELECT id, name, version, blocks, tables, scene, shapes FROM room_plan WHERE tenant_id = $1 AND room_id = $2 AND id = $3',
    [tx.tenantId, roomId, planId],
  );
  if (!rows[0]) return null;
  const { scene, ...row } = rows[0];
  const { outlines, texts } = scene;
  return { ...row, roomId, outlines, texts, categories: await planCategories(tx) };
}
