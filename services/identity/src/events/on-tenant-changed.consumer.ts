import { consumer } from '@coulisse/service-kit';
import { IDENTITY_PROVIDER, type IdentityProvider } from '../features/provisioning/identity-provider';

/** Every customer is an organization at the identity provider, under its present name. */
export const onTenantChanged = consumer('identity.tenant.v1', 'identity.on-tenant-changed', {
  changed: {
    prepare: ({ tenantId, slug, name }, _meta, ctx) =>
      ctx.get<IdentityProvider>(IDENTITY_PROVIDER).keepOrganization({ tenantId, slug, name }),
    // Nothing to write: the inbox row alone says that it is done.
    handle: () => Promise.resolve(),
  },
});
