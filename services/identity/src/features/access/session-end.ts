import type { Tx } from '@coulisse/service-kit';
import { v7 as uuidv7 } from 'uuid';

const RECORD = `INSERT INTO session_end (id, tenant_id, subject, ended_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (tenant_id, subject) DO UPDATE SET ended_at = greatest(session_end.ended_at, excluded.ended_at)`;

/**
 * From now on services refuse tokens of sessions that began at `endedAt` or before. The time comes from the identity
 * provider's clock, so that ours may differ. The event makes every service resolve the user again.
 */
export async function recordSessionEnd(
  tx: Tx,
  { userId, subject, endedAt }: { userId: string; subject: string; endedAt: Date },
): Promise<void> {
  await tx.sql.named('session.end', RECORD, [uuidv7(), tx.tenantId, subject, endedAt]);
  await tx.publish('identity.user.v1', userId, { $case: 'sessionsEnded', value: { userId, subject } });
}
