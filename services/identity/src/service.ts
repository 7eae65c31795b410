import { defineService, settings, type ServiceContext } from '@coulisse/service-kit';
import { configShape } from './config';
import { onTenantChanged } from './events/on-tenant-changed.consumer';
import { onUserChanged } from './events/on-user-changed.consumer';
import { me } from './features/access/me.routes';
import { resolveActor } from './features/access/resolve-actor';
import { IDENTITY_PROVIDER, type IdentityProvider } from './features/provisioning/identity-provider';
import { KeycloakIdentityProvider } from './features/provisioning/keycloak-identity-provider';
import { reconcileAtBoot } from './features/provisioning/reconcile';
import { staffRoutes } from './features/staff/staff.routes';
import { updateStaffUser } from './features/staff/update-staff-user.command';
import en from './locales/en.json';
import fr from './locales/fr.json';
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

/** Identity: customers, their staff, who may do what. The only service that writes to the identity provider. */
export const identityWith = (provider: (ctx: ServiceContext) => IdentityProvider) =>
  defineService({
    name: 'identity',
    config: configShape,
    resources: [saasCustomer, user],
    commands: { [user.name]: { update: updateStaffUser } },
    // Users are created by a route of their own; whoever sees the descriptor (an administrator) may.
    descriptorOverrides: { [user.name]: { may: { read: true, create: true, update: true, delete: false } } },
    locales: { fr, en },
    routes: [me, ...staffRoutes],
    rpc: [accessRpc, publicAccountRpc],
    consumers: [onTenantChanged, onUserChanged],
    publishes: ['identity.tenant.v1', 'identity.user.v1', 'identity.account.v1'],
    resolveActor,
    bind: (container, ctx) => {
      container.bind<IdentityProvider>(IDENTITY_PROVIDER).toConstantValue(provider(ctx));
    },
    start: (ctx) => {
      const config = settings(ctx, configShape);
      const first = { email: config.SUPER_ADMIN_EMAIL, password: config.SUPER_ADMIN_PASSWORD };
      return Promise.resolve(reconcileAtBoot(ctx, ctx.get<IdentityProvider>(IDENTITY_PROVIDER), first));
    },
  });

export const service = identityWith(keycloak);
