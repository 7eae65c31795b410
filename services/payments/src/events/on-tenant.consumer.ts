import { resourcesOf } from '@coulisse/resource-server';
import { consumer } from '@coulisse/service-kit';
import { bankSettings } from '../resources';

/** The first event of a tenant creates its bank settings; later ones change nothing of them. */
export const onTenant = consumer('identity.tenant.v1', 'payments.on-tenant', {
  changed: async (_event, tx, _meta, ctx) => {
    const { rowCount } = await tx.sql.query('SELECT 1 FROM bank_settings WHERE tenant_id = $1', [
      tx.tenantId,
    ]);
    if (rowCount === 0) await resourcesOf(ctx).of(bankSettings).create(tx, tx.actor, {});
  },
});
