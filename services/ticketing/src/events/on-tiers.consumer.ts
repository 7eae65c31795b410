import { consumer } from '@coulisse/service-kit';
import { noteStep } from '../features/sale/settle-payment.command';

/** Many third parties are made in a moment by an import: one statement for each, prepared. An older label changes nothing. */
const KEEP_LABEL = `WITH kept AS (
    INSERT INTO tiers_label (tenant_id, tiers_id, version, label) VALUES ($1, $2, $3, $4)
    ON CONFLICT (tenant_id, tiers_id) DO UPDATE SET version = excluded.version, label = excluded.label
    WHERE tiers_label.version < excluded.version RETURNING label)
  UPDATE reservation r SET tiers_label = kept.label FROM kept WHERE r.tenant_id = $1 AND r.tiers_id = $2`;

/** Third parties are crm's: here they are an id and the label that lists show. */
export const onTiers = consumer('crm.tiers.v1', 'ticketing.on-tiers', {
  async buyerLinked({ tiersId, reservationId }, tx) {
    await tx.sql.query(
      `UPDATE reservation SET tiers_id = $3, tiers_label = (SELECT label FROM tiers_label WHERE tenant_id = $1 AND tiers_id = $3)
       WHERE tenant_id = $1 AND id = $2`,
      [tx.tenantId, reservationId, tiersId],
    );
    await noteStep(tx, reservationId, 'LINKED');
  },
  /** In the one group of these events: whatever was told of the one that goes has been done by then. */
  async merged({ tiersId, mergedTiersId }, tx) {
    await tx.sql.query(
      `UPDATE reservation SET tiers_id = $2, tiers_label = (SELECT label FROM tiers_label WHERE tenant_id = $1 AND tiers_id = $2)
       WHERE tenant_id = $1 AND tiers_id = $3`,
      [tx.tenantId, tiersId, mergedTiersId],
    );
  },
  /** Kept even before a reservation points at it: the two events may come in either order. */
  async changed({ tiersId, version, label }, tx) {
    await tx.sql.named('tiers_label_changed', KEEP_LABEL, [tx.tenantId, tiersId, version, label]);
  },
});
