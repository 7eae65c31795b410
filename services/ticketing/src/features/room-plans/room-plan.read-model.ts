import type { PlanBlock, PlanOutline, PlanScene, PlanTable, PlanText, Shape } from '@coulisse/seat-plan';
import type { Tx } from '@coulisse/service-kit';
import type { PlanDraft } from './plan-draft.domain';
import { drawnView, type DrawnView, type PlanBackground, type SeatView } from './plan-pictures.domain';

export interface PlanCategory {
  id: string;
  name: string;
  color: string;
}
export interface RoomPlanSummary {
  id: string;
  name: string;
  seatCount: number;
  /** Categories of its published seats. */
  categoryIds: string[];
  /** Changes with the draft as well. */
  version: number;
  /** The version that performances copy; 0 when the plan was never published. */
  publishedVersion: number;
  publishedAt: Date | null;
  draftSavedAt: Date | null;
  draftSavedBy: string | null;
}
export interface RoomPlan extends Omit<RoomPlanSummary, 'seatCount' | 'categoryIds'> {
  roomId: string;
  blocks: PlanBlock[];
  tables: PlanTable[];
  outlines: PlanOutline[];
  texts: PlanText[];
  background: PlanBackground | null;
  views: DrawnView[];
  shapes: Shape[];
  categories: PlanCategory[];
  /** What is edited since the plan was published; null when it is as it was published. */
  draft: PlanDraft | null;
}

const SUMMARY = `id, name, version, published_version AS "publishedVersion", published_at AS "publishedAt",
  draft_saved_at AS "draftSavedAt", draft_saved_by AS "draftSavedBy"`;

/** Null when there is no such room. */
export async function listRoomPlans(tx: Tx, roomId: string): Promise<RoomPlanSummary[] | null> {
  const room = await tx.sql.query('SELECT 1 FROM room WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    roomId,
  ]);
  if (room.rowCount === 0) return null;
  const { rows } = await tx.sql.query<RoomPlanSummary & Record<string, unknown>>(
    `SELECT ${SUMMARY}, seat_count AS "seatCount",
       ARRAY(SELECT DISTINCT shape ->> 'categoryId' FROM jsonb_array_elements(shapes) shape ORDER BY 1) AS "categoryIds"
     FROM room_plan WHERE tenant_id = $1 AND room_id = $2 ORDER BY name`,
    [tx.tenantId, roomId],
  );
  return rows;
}

/** All seat categories of the tenant. */
async function planCategories(tx: Tx): Promise<PlanCategory[]> {
  const { rows } = await tx.sql.query<PlanCategory & Record<string, unknown>>(
    'SELECT id, name, color FROM seat_category WHERE tenant_id = $1 ORDER BY position, name',
    [tx.tenantId],
  );
  return rows.map(({ id, name, color }) => ({ id, name, color }));
}

interface PlanRow extends Omit<RoomPlanSummary, 'seatCount' | 'categoryIds'>, Record<string, unknown> {
  blocks: PlanBlock[];
  tables: PlanTable[];
  scene: PlanScene;
  shapes: Shape[];
  background: PlanBackground | null;
  views: SeatView[];
  draft: PlanDraft | null;
}

export async function readRoomPlan(tx: Tx, roomId: string, planId: string): Promise<RoomPlan | null> {
  const { rows } = await tx.sql.query<PlanRow>(
    `SELECT ${SUMMARY}, blocks, tables, scene, shapes, background, views, draft
     FROM room_plan WHERE tenant_id = $1 AND room_id = $2 AND id = $3`,
    [tx.tenantId, roomId, planId],
  );
  if (!rows[0]) return null;
  const { scene, views, ...row } = rows[0];
  const { outlines, texts } = scene;
  const categories = await planCategories(tx);
  return { ...row, roomId, outlines, texts, views: views.map(drawnView), categories };
}
