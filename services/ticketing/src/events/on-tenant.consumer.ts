import { consumer } from '@coulisse/service-kit';
import type { TicketKeys } from '../features/ticket-codes/ticket-keys';

const PROJECT = `
INSERT INTO tenant_profile (id, tenant_id, version, name, slug, city, address, archived) VALUES ($1, $1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, name = excluded.name, slug = excluded.slug, city = excluded.city,
  address = excluded.address, archived = excluded.archived
WHERE tenant_profile.version < excluded.version`;

/** Every tenant has a settings record from its first event on, with the default values. */
const SETTINGS = `
INSERT INTO settings (id, tenant_id, name, updated_at) VALUES (uuidv7(), $1, $2, now())
ON CONFLICT (tenant_id) DO UPDATE SET name = excluded.name WHERE settings.name IS DISTINCT FROM excluded.name`;

/** Tenant data that public pages and tickets show, and the key of its tickets. */
export const onTenant = (keys: TicketKeys) =>
  consumer('identity.tenant.v1', 'ticketing.on-tenant', {
    async changed({ tenantId, version, name, slug, city, address, archived }, tx) {
      await tx.sql.query(PROJECT, [tenantId, version, name, slug, city, address, archived]);
      await tx.sql.query(SETTINGS, [tenantId, name]);
      await tx.sql.query(
        `INSERT INTO public_id (id, tenant_id, kind) VALUES ($1, $1, 'THEATRE') ON CONFLICT (id) DO NOTHING`,
        [tenantId],
      );
      if (!archived) await keys.make(tx);
    },
  });
