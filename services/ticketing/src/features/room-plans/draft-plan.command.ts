import { Problem, type Tx } from '@coulisse/service-kit';
import { type PlanDraft, publishable } from './plan-draft.domain';
import type { RoomPlan } from './room-plan.read-model';
import { lockPlan, readBack, writePublished } from './save-room-plan.command';

/** Saves the drawing that is being edited. Performances are made from the published one until the draft is published. */
export async function saveDraft(
  tx: Tx,
  roomId: string,
  planId: string,
  { version, ...draft }: PlanDraft & { version: number },
): Promise<RoomPlan> {
  await lockPlan(tx, roomId, planId, version);
  await tx.sql.query(
    `UPDATE room_plan SET draft = $3, draft_saved_at = now(), draft_saved_by = $4, version = version + 1,
       updated_at = now()
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, planId, JSON.stringify(draft), tx.actor.displayName.slice(0, 160)],
  );
  await tx.history('ticketing.room-plan', planId, 'save-draft', { version: [version, version + 1] });
  return readBack(tx, roomId, planId);
}

/** The draft becomes the plan that new performances copy; refused while it would sell a place twice. */
export async function publishDraft(
  tx: Tx,
  roomId: string,
  planId: string,
  version: number,
): Promise<RoomPlan> {
  const before = await lockPlan(tx, roomId, planId, version);
  if (!before.draft) throw new Problem('plan.no-draft');
  const seatCount = await writePublished(tx, planId, publishable(before.draft));
  await tx.history('ticketing.room-plan', planId, 'publish', {
    version: [before.published_version, version + 1],
    seatCount: [before.seat_count, seatCount],
  });
  return readBack(tx, roomId, planId);
}

/** Drops the draft; a plan that was never published goes with it. Null when nothing of the plan is left. */
export async function discardDraft(
  tx: Tx,
  roomId: string,
  planId: string,
  version: number,
): Promise<RoomPlan | null> {
  const before = await lockPlan(tx, roomId, planId, version);
  if (!before.draft) throw new Problem('plan.no-draft');
  await tx.history('ticketing.room-plan', planId, 'discard-draft', { version: [version, version + 1] });
  if (before.published_version === 0) {
    await tx.sql.query('DELETE FROM room_plan WHERE tenant_id = $1 AND id = $2', [tx.tenantId, planId]);
    return null;
  }
  await tx.sql.query(
    `UPDATE room_plan SET draft = NULL, draft_saved_at = NULL, draft_saved_by = NULL, version = version + 1,
       updated_at = now()
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, planId],
  );
  return readBack(tx, roomId, planId);
}

/** The public pictures of a draft, which must be public before it is. */
export async function viewFilesOfDraft(tx: Tx, roomId: string, planId: string): Promise<string[]> {
  const { rows } = await tx.sql.query<{ draft: PlanDraft | null }>(
    'SELECT draft FROM room_plan WHERE tenant_id = $1 AND room_id = $2 AND id = $3',
    [tx.tenantId, roomId, planId],
  );
  return (rows[0]?.draft?.views ?? []).map(({ fileId }) => fileId);
}
