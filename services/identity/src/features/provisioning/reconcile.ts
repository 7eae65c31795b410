import { retryUntilDone, type ServiceContext } from '@coulisse/service-kit';
import { undoCreation } from '../staff/create-staff-user.command';
import type { IdentityProvider } from './identity-provider';
import { ensureSuperAdministrator, type FirstSuperAdministrator } from './super-administrator';

/** An older PENDING row was interrupted: every call of a creation times out within seconds. */
const INTERRUPTED = `SELECT id, tenant_id, email FROM staff_user
  WHERE access = 'PENDING' AND created_at < now() - interval '2 minutes'`;

interface Pending extends Record<string, unknown> {
  id: string;
  tenant_id: string;
  email: string;
}

/** Undoes creations that a crash interrupted, so that they can be retried. */
export async function undoInterrupted(ctx: ServiceContext, provider: IdentityProvider): Promise<number> {
  const pending = await ctx.db.inPlatform('find interrupted creations', async ({ sql }) => {
    return (await sql.query<Pending>(INTERRUPTED)).rows;
  });
  for (const { id, tenant_id: tenantId, email } of pending) {
    const login = await provider.findStaff(email);
    await undoCreation(ctx, provider, tenantId, id, login?.tenantId === tenantId ? login.subject : undefined);
  }
  return pending.length;
}

/** Creates the organizations that no event created, for example after the identity provider was rebuilt. */
async function keepOrganizations(ctx: ServiceContext, provider: IdentityProvider): Promise<void> {
  const customers = await ctx.db.inPlatform('keep organizations', async ({ sql }) => {
    const text = 'SELECT tenant_id AS "tenantId", slug, name FROM saas_customer ORDER BY id';
    return (await sql.query<{ tenantId: string; slug: string; name: string }>(text)).rows;
  });
  for (const customer of customers) await provider.upsertOrganization(customer);
}

/**
 * Reconciles the identity provider with the database, in the background after boot: the identity provider may start
 * later than this service. Returns the function that stops it.
 */
export function reconcileAtBoot(
  ctx: ServiceContext,
  provider: IdentityProvider,
  first: FirstSuperAdministrator,
): () => Promise<void> {
  const stopping = new AbortController();
  const reconcile = async (): Promise<void> => {
    await ensureSuperAdministrator(ctx, provider, first);
    await keepOrganizations(ctx, provider);
    const undone = await undoInterrupted(ctx, provider);
    ctx.log.info({ undone }, 'identity_provider.reconciled');
  };
  const running = retryUntilDone(reconcile, stopping.signal, (error, againInMs) =>
    ctx.log.warn({ err: error, againInMs }, 'identity_provider.reconcile_failed'),
  );
  return async () => {
    stopping.abort();
    await running;
  };
}
