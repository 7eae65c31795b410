import { consumer } from '@coulisse/service-kit';
import { createDefaults } from '../features/defaults/create-defaults.command';

/** The first event of a tenant creates its settings, rates, units and accounts; later ones change nothing of them. */
export const onTenant = consumer('identity.tenant.v1', 'sales.on-tenant', {
  changed: ({ name, city, address }, tx, _meta, ctx) => createDefaults(tx, ctx, { name, city, address }),
});
