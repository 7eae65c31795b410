import { consumer } from '@coulisse/service-kit';
import { recordSessionEnd } from '../features/access/session-end';
import type { ProviderUpdates, SessionEnd } from '../features/provisioning/provider-updates';

const TOPIC = 'identity.tenant.v1';

/** Creates or renames the tenant's organization at the identity provider. */
export const onTenantChanged = (updates: ProviderUpdates) =>
  consumer<typeof TOPIC, { changed: SessionEnd[] }>(TOPIC, 'identity.on-tenant-changed', {
    changed: {
      prepare: ({ tenantId, slug, name, archived }, _meta, ctx) =>
        updates.applyTenant({ tenantId, slug, name }, archived, ctx),
      handle: async (_value, tx, _meta, _ctx, ended) => {
        for (const end of ended ?? []) await recordSessionEnd(tx, end);
      },
    },
  });
