import { publicAccountV1 } from '@coulisse/contracts';
import { Problem, rpc, systemActor, type ServiceContext } from '@coulisse/service-kit';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { IDENTITY_PROVIDER, type IdentityProvider } from '../features/provisioning/identity-provider';

const email = z.email().max(254);

/** A theatre that is open; the public has no account anywhere else. */
async function openTheatre(ctx: ServiceContext, tenantId: string): Promise<void> {
  if (!isUuid(tenantId)) throw new Problem('http.404');
  const known = await ctx.db.inTenant(systemActor(tenantId, 'public account'), async ({ sql }) => {
    const text = 'SELECT 1 FROM saas_customer WHERE tenant_id = $1 AND NOT is_archived';
    return (await sql.named('theatre.open', text, [tenantId])).rowCount > 0;
  });
  if (!known) throw new Problem('http.404');
}

/** Asked by the gateway for the public front: one person at one theatre. */
export const publicAccountRpc = rpc(
  publicAccountV1.PublicAccountServiceDefinition,
  { findPublicAccount: ['gateway'], createPublicAccount: ['gateway'] },
  {
    findPublicAccount: async (request, ctx) => {
      await openTheatre(ctx, request.tenantId);
      const provider = ctx.get<IdentityProvider>(IDENTITY_PROVIDER);
      const known = await provider.findPublicAccount(request.tenantId, request.email.toLowerCase());
      return { exists: known !== null };
    },
    createPublicAccount: async (request, ctx) => {
      if (!email.safeParse(request.email).success) {
        throw new Problem('validation.failed', { errors: [{ pointer: '/email', code: 'validation.email' }] });
      }
      await openTheatre(ctx, request.tenantId);
      const provider = ctx.get<IdentityProvider>(IDENTITY_PROVIDER);
      return {
        accountId: await provider.createPublicAccount({ ...request, email: request.email.toLowerCase() }),
      };
    },
  },
);
