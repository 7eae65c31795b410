import { exchange } from '@coulisse/resource-exchange';
import { defineResourceService } from '@coulisse/resource-server';
import { bindFeature, settings, type ServiceContext } from '@coulisse/service-kit';
import { configShape } from './config';
import { onTenantChanged } from './events/on-tenant-changed.consumer';
import { onUserChanged } from './events/on-user-changed.consumer';
import { me } from './features/access/me.routes';
import { resolveActor } from './features/access/resolve-actor';
import { AccountLinks } from './features/accounts/account-links';
import { IDENTITY_PROVIDER, type IdentityProvider } from './features/provisioning/identity-provider';
import { ProviderUpdates } from './features/provisioning/provider-updates';
import { KeycloakIdentityProvider } from './features/provisioning/keycloak-identity-provider';
import { reconcileAtBoot } from './features/provisioning/reconcile';
import { StaffUserCreation } from './features/staff/create-staff-user.command';
import { StaffPasswords } from './features/staff/reset-password.command';
import { staffRoutes } from './features/staff/staff.routes';
import { StaffUserUpdate } from './features/staff/update-staff-user.command';
import { saasCustomer, user } from './resources';
import { accessRpc } from './rpc/access.rpc';
import { publicAccountRpc } from './rpc/public-account.rpc';

const keycloak = (ctx: ServiceContext): IdentityProvider => {
  const config = settings(ctx, configShape);
  return new KeycloakIdentityProvider({
    url: ctx.config.KEYCLOAK_INTERNAL_URL ?? ctx.config.KEYCLOAK_URL,
    staffRealm: ctx.config.KEYCLOAK_REALM,
    frontRealm: ctx.config.KEYCLOAK_FRONT_REALM,
    clientId: config.IDENTITY_CLIENT_ID,
    clientSecret: config.IDENTITY_CLIENT_SECRET,
  });
};

/** Identity: tenants, their staff, rights of roles. The only service that writes to the identity provider. */
export const identityWith = (provider: (ctx: ServiceContext) => IdentityProvider) =>
  defineResourceService({
    name: 'identity',
    config: configShape,
    resources: [saasCustomer, user],
    extensions: [exchange],
    routes: [me],
    rpc: [accessRpc],
    publishes: ['identity.tenant.v1', 'identity.user.v1', 'identity.account.v1'],
    resolveActor,
    bind: (container, ctx) => {
      container.bind(IDENTITY_PROVIDER).toConstantValue(provider(ctx));
      bindFeature(container, AccountLinks, [IDENTITY_PROVIDER]);
      bindFeature(container, ProviderUpdates, [IDENTITY_PROVIDER]);
      bindFeature(container, StaffPasswords, [IDENTITY_PROVIDER]);
      bindFeature(container, StaffUserCreation, [IDENTITY_PROVIDER]);
      bindFeature(container, StaffUserUpdate, [IDENTITY_PROVIDER]);
    },
    compose: (container) => {
      const staffUserUpdate = container.get(StaffUserUpdate);
      const providerUpdates = container.get(ProviderUpdates);
      return {
        commands: { [user.name]: { update: (input, tx) => staffUserUpdate.update(input, tx) } },
        routes: staffRoutes(container.get(StaffUserCreation), container.get(StaffPasswords)),
        rpc: [publicAccountRpc(container.get(AccountLinks))],
        consumers: [onTenantChanged(providerUpdates), onUserChanged(providerUpdates)],
      };
    },
    start: (ctx, container) => {
      const config = settings(ctx, configShape);
      const first = { email: config.SUPER_ADMIN_EMAIL, password: config.SUPER_ADMIN_PASSWORD };
      return Promise.resolve(reconcileAtBoot(ctx, container.get(IDENTITY_PROVIDER), first));
    },
  });

export const service = identityWith(keycloak);
