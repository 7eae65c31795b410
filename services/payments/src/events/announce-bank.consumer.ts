import { resourcesOf } from '@coulisse/resource-server';
import { consumer } from '@coulisse/service-kit';
import { bankChanged } from '../resources/bank-settings.resource';
import { bankSettings } from '../resources';

/**
 * Tells others of the banks that were chosen before there was a topic for them: the topic of tenants keeps each of them, and
 * a group that is new reads it from its beginning. Settings that do not exist yet are announced when they are made.
 */
export const announceBank = consumer('identity.tenant.v1', 'payments.announce-bank', {
  changed: async (_event, tx, _meta, ctx) => {
    const { rows } = await tx.sql.query<{ id: string }>(
      // Locked, so that no older version is published behind a newer one.
      'SELECT id FROM bank_settings WHERE tenant_id = $1 ORDER BY created_at LIMIT 1 FOR SHARE',
      [tx.tenantId],
    );
    if (!rows[0]) return;
    const record = await resourcesOf(ctx).of(bankSettings).read(tx, tx.actor, rows[0].id);
    await tx.publish('payments.bank.v1', record.id, bankChanged(record));
  },
});
