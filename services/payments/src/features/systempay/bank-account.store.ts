import { resourcesOf } from '@coulisse/resource-server';
import type { ServiceContext, Tx } from '@coulisse/service-kit';
import { bankSettings } from '../../resources';
import type { SystempayAccount } from './systempay-form.domain';

/** The tenant's shop at Systempay, its key decrypted; null when it has none. */
export async function readSystempayAccount(tx: Tx, ctx: ServiceContext): Promise<SystempayAccount | null> {
  const { rows } = await tx.sql.query<{ id: string }>(
    'SELECT id FROM bank_settings WHERE tenant_id = $1 ORDER BY created_at LIMIT 1',
    [tx.tenantId],
  );
  if (!rows[0]) return null;
  const record = await resourcesOf(ctx).of(bankSettings).read(tx, tx.actor, rows[0].id);
  const { systempaySiteId: siteId, systempayMode: mode, systempayKey: key } = record;
  return siteId && key ? { siteId, mode, key } : null;
}
