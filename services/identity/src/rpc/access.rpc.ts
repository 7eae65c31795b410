import {
  identityV1,
  serviceNames,
  type DeclaredRight,
  type DefaultGrant,
  type Scope,
} from '@coulisse/contracts';
import { rpc } from '@coulisse/service-kit';
import type { DefaultGrants } from '../features/access/default-grants';
import { listTenants } from '../features/access/list-tenants';
import { resolveActor } from '../features/access/resolve-actor';

const EVERY_SERVICE = serviceNames.filter((name) => name !== 'identity');

/** Called by every other service: for each user at most every four seconds, for its tenants every five minutes. */
export const accessRpc = (defaults: DefaultGrants) =>
  rpc(
    identityV1.AccessServiceDefinition,
    { resolveActor: EVERY_SERVICE, declareGrants: EVERY_SERVICE, listTenants: EVERY_SERVICE },
    {
      resolveActor: (request, ctx) => resolveActor(request, ctx, defaults),
      declareGrants: async ({ grants, rights }, ctx, { caller }) => {
        await defaults.declare(ctx, caller, {
          grants: grants as DefaultGrant[],
          rights: rights.map(declaredRight),
        });
        return {};
      },
      listTenants: async ({ after }, ctx) => ({ tenants: await listTenants(after, ctx) }),
    },
  );

/** What is not valid is refused when it is stored. */
const declaredRight = ({ right, scopes, subject, label }: identityV1.DeclaredRight): DeclaredRight => ({
  right,
  scopes: scopes as Scope[],
  subject: subject ?? { fr: '', en: '' },
  label: label ?? null,
});
