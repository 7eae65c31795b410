import { exchange } from '@coulisse/resource-exchange';
import { defineCommand, defineResourceService } from '@coulisse/resource-server';
import { bindFeature, settings, type ServiceContext } from '@coulisse/service-kit';
import { configShape } from './config';
import { onAccountErased } from './events/on-account-erased.consumer';
import { onTenantChanged } from './events/on-tenant-changed.consumer';
import { onUserChanged } from './events/on-user-changed.consumer';
import { DefaultGrants } from './features/access/default-grants';
import { listTenants } from './features/access/list-tenants';
import { me } from './features/access/me.routes';
import { resolveActor } from './features/access/resolve-actor';
import { AccountLinks } from './features/accounts/account-links';
import { AccountRemoval } from './features/accounts/erase-account.command';
import { LoginLinks } from './features/accounts/log-in-by-link.command';
import { IDENTITY_PROVIDER, type IdentityProvider } from './features/provisioning/identity-provider';
import { ProviderUpdates } from './features/provisioning/provider-updates';
import { KeycloakIdentityProvider } from './features/provisioning/keycloak-identity-provider';
import { reconcileAtBoot } from './features/provisioning/reconcile';
import { RoleGuard } from './features/access/role-guard';
import { roleRights } from './features/access/role-rights.routes';
import { roleCommands } from './features/access/role.commands';
import { createCustomer } from './features/staff/create-customer.command';
import { StaffUserCreation } from './features/staff/create-staff-user.command';
import { StaffPasswords } from './features/staff/reset-password.command';
import { staffRoutes } from './features/staff/staff.routes';
import { StaffUserUpdate } from './features/staff/update-staff-user.command';
import { entity, role, saasCustomer, user } from './resources';
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
export const identityWith = (
  provider: (ctx: ServiceContext) => IdentityProvider,
  defaults = new DefaultGrants(),
) => {
  const guard = new RoleGuard(defaults);
  return defineResourceService({
    name: 'identity',
    config: configShape,
    resources: [saasCustomer, role, user, entity],
    extensions: [exchange],
    commands: [createCustomer, ...roleCommands(defaults, guard)],
    routes: [me, roleRights(defaults)],
    referredBy: ['ticketing'],
    publishes: ['identity.tenant.v1', 'identity.user.v1', 'identity.account.v1'],
    resolveActor: (request, ctx) => resolveActor(request, ctx, defaults),
    listTenants,
    declareGrants: (declaration, ctx) => defaults.declare(ctx, 'identity', declaration),
    bind: (container, ctx) => {
      container.bind(IDENTITY_PROVIDER).toConstantValue(provider(ctx));
      container.bind(RoleGuard).toConstantValue(guard);
      bindFeature(container, AccountLinks, [IDENTITY_PROVIDER]);
      bindFeature(container, AccountRemoval, [IDENTITY_PROVIDER]);
      bindFeature(container, LoginLinks, [IDENTITY_PROVIDER]);
      bindFeature(container, ProviderUpdates, [IDENTITY_PROVIDER]);
      bindFeature(container, StaffPasswords, [IDENTITY_PROVIDER, RoleGuard]);
      bindFeature(container, StaffUserCreation, [IDENTITY_PROVIDER, RoleGuard]);
      bindFeature(container, StaffUserUpdate, [IDENTITY_PROVIDER, RoleGuard]);
    },
    compose: (container) => {
      const staffUserUpdate = container.get(StaffUserUpdate);
      const providerUpdates = container.get(ProviderUpdates);
      return {
        commands: [defineCommand(user, 'update', (context) => staffUserUpdate.update(context))],
        routes: staffRoutes(container.get(StaffUserCreation), container.get(StaffPasswords)),
        rpc: [accessRpc(defaults), publicAccountRpc(container.get(AccountLinks), container.get(LoginLinks))],
        consumers: [
          onTenantChanged(providerUpdates),
          onUserChanged(providerUpdates),
          onAccountErased(container.get(AccountRemoval)),
        ],
      };
    },
    start: (ctx, container) => {
      const config = settings(ctx, configShape);
      const first = { email: config.SUPER_ADMIN_EMAIL, password: config.SUPER_ADMIN_PASSWORD };
      return Promise.resolve(reconcileAtBoot(ctx, container.get(IDENTITY_PROVIDER), first));
    },
  });
};

export const service = identityWith(keycloak);
