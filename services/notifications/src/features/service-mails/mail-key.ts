import { Problem, type Tx } from '@coulisse/service-kit';
import type { Statement } from '@coulisse/service-kit/database';

/** Identifies a mail of a calling service. */
export interface MailKey {
  readonly caller: string;
  readonly key: string;
}
export interface SentResult {
  readonly notificationId: string;
  readonly accepted: boolean;
}

/** Longer than any attempt to send: the process that claimed the mail earlier is dead. */
const CLAIM_SECONDS = 120;

/** Reserves the key for the caller; or returns the result of the mail that was sent with it. */
export async function claimKey(tx: Tx, { caller, key }: MailKey): Promise<SentResult | null> {
  const { rowCount } = await tx.sql.query(
    `INSERT INTO mail_key (tenant_id, caller, key) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_id, caller, key) DO UPDATE SET claimed_at = now()
     WHERE mail_key.notification_id IS NULL AND mail_key.claimed_at < now() - $4 * interval '1 second'`,
    [tx.tenantId, caller, key, CLAIM_SECONDS],
  );
  if (rowCount > 0) return null;
  const { rows } = await tx.sql.query<{ id: string; success: boolean }>(
    `SELECT n.id, n.success FROM mail_key k
     JOIN notification n ON n.tenant_id = k.tenant_id AND n.id = k.notification_id
     WHERE k.tenant_id = $1 AND k.caller = $2 AND k.key = $3`,
    [tx.tenantId, caller, key],
  );
  const [earlier] = rows;
  if (!earlier) throw new Problem('idempotency.conflict', { headers: { 'Retry-After': '5' } });
  return { notificationId: earlier.id, accepted: earlier.success };
}

/** Gives the key back after a failure, so that the mail can be asked for again at once. */
export async function releaseKey(tx: Tx, { caller, key }: MailKey): Promise<void> {
  await tx.sql.query(
    'DELETE FROM mail_key WHERE tenant_id = $1 AND caller = $2 AND key = $3 AND notification_id IS NULL',
    [tx.tenantId, caller, key],
  );
}

/** Stores with the key which notification its mail is. */
export const completionOf = (
  tenantId: string,
  { caller, key }: MailKey,
  notificationId: string,
): Statement => ({
  name: 'mail-key-complete',
  text: 'UPDATE mail_key SET notification_id = $4 WHERE tenant_id = $1 AND caller = $2 AND key = $3',
  values: [tenantId, caller, key, notificationId],
});
