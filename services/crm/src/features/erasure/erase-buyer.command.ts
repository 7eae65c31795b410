import { publishDeleted, publishRecords } from '@coulisse/resource-server';
import { ERASED_NAME, type Tx } from '@coulisse/service-kit';
import { note, tiers } from '../../resources';
import { buyerId } from '../buyers/buyer-id.read-model';

/**
 * Whoever bought something keeps the name that the sales and bills of ten years need (Code de commerce, L123-22); everything
 * with which a person is reached goes.
 */
const ERASE = `UPDATE tiers t SET
    first_name = CASE WHEN k.is_sold THEN t.first_name END, last_name = CASE WHEN k.is_sold THEN t.last_name ELSE '${ERASED_NAME}' END,
    civility_id = NULL, photo_id = NULL, photo_label = NULL, email = NULL, secondary_email = NULL, telephone = NULL,
    telephone2 = NULL, mobile = NULL, mobile2 = NULL, fax = NULL, website = NULL, newsletter_subscribed = false,
    is_archived = true, version = t.version + 1, updated_at = now()
  FROM (SELECT EXISTS (SELECT 1 FROM tiers_sale s WHERE s.tenant_id = $1 AND s.tiers_id = $2) AS is_sold) k
  WHERE t.tenant_id = $1 AND (t.id = $2 OR t.merged_into_id = $2)
  RETURNING t.id, t.version, coalesce(t.name, '') AS name`;
const ADDRESSES = 'DELETE FROM tiers_addresses WHERE tenant_id = $1 AND parent_id = ANY ($2::uuid[])';
const NOTES = 'DELETE FROM note WHERE tenant_id = $1 AND tiers_id = ANY ($2::uuid[]) RETURNING id, version';

interface Erased extends Record<string, unknown> {
  id: string;
  version: number;
  name: string;
}

/**
 * Erases what is stored about the buyer with an address, with the records that were merged into theirs; does nothing when
 * nothing is.
 */
export async function eraseBuyer(tx: Tx, email: string): Promise<void> {
  const id = await buyerId(tx, email);
  if (id === undefined) return;
  const { rows } = await tx.sql.query<Erased>(ERASE, [tx.tenantId, id]);
  const ids = rows.map((erased) => erased.id);
  await tx.sql.query(ADDRESSES, [tx.tenantId, ids]);
  const { rows: notes } = await tx.sql.query<{ id: string; version: number }>(NOTES, [tx.tenantId, ids]);
  publishDeleted(tx, note, notes);
  for (const { id: tiersId, version, name: label } of rows) {
    await tx.history(tiers.name, tiersId, 'erase', {});
    await tx.publish('crm.tiers.v1', tiersId, { $case: 'changed', value: { tiersId, version, label } });
  }
  await publishRecords(tx, tiers, ids);
}
