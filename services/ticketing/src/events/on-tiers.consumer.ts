import { consumer } from '@coulisse/service-kit';
import { recordStep } from '../features/sale/settle-payment.command';

/** An import creates many third parties at once: one prepared statement for each. An older label changes nothing. */
const KEEP_LABEL = `WITH kept AS (
    INSERT INTO tiers_label (tenant_id, tiers_id, version, label) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id, tiers_id) DO UPDATE SET version = excluded.version, label = excluded.label
    WHERE tiers_label.version < excluded.version RETURNING label)
  UPDATE reservation r SET tiers_label = kept.label FROM kept WHERE r.tenant_id = $1 AND r.tiers_id = $2`;

/** Third parties belong to crm; here they are an id and the label shown in lists. */
export const onTiers = consumer('crm.tiers.v1', 'ticketing.on-tiers', {
  async buyerLinked({ tiersId, reservationId }, tx) {
    await tx.sql.query(
      `UPDATE reservation SET tiers_id = $3, tiers_label = (SELECT label FROM tiers_label WHERE tenant_id = $1 AND tiers_id = $3)
       WHERE tenant_id = $1 AND id = $2`,
      [tx.tenantId, reservationId, tiersId],
    );
    await recordStep(tx, reservationId, 'LINKED');
  },
  /** In the same consumer group: earlier events of the merged third party have been handled by then. */
  async merged({ tiersId, mergedTiersId }, tx) {
    await tx.sql.query(
      `UPDATE reservation SET tiers_id = $2, tiers_label = (SELECT label FROM tiers_label WHERE tenant_id = $1 AND tiers_id = $2)
       WHERE tenant_id = $1 AND tiers_id = $3`,
      [tx.tenantId, tiersId, mergedTiersId],
    );
  },
  /** Stored even before a reservation refers to it: the two events may come in either order. */
  async changed({ tiersId, version, label }, tx) {
    await tx.sql.named('tiers_label_changed', KEEP_LABEL, [tx.tenantId, tiersId, version, label]);
  },
});
