import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceContext } from '@coulisse/service-kit';
import { undo } from '../staff/create-staff-user.command';
import type { IdentityProvider } from './identity-provider';
import { ensureSuperAdministrator, type FirstSuperAdministrator } from './super-administrator';

/** A creation that is older was interrupted: every call in it has a limit of seconds. */
const INTERRUPTED = `SELECT id, tenant_id, email FROM staff_user
  WHERE access = 'PENDING' AND created_at < now() - interval '2 minutes'`;

interface Pending extends Record<string, unknown> {
  id: string;
  tenant_id: string;
  email: string;
}

/** Undoes creations that a crash interrupted, so that they can be made again. */
export async function undoInterrupted(ctx: ServiceContext, provider: IdentityProvider): Promise<number> {
  const pending = await ctx.db.inPlatform('find interrupted creations', async ({ sql }) => {
    return (await sql.query<Pending>(INTERRUPTED)).rows;
  });
  for (const { id, tenant_id: tenantId, email } of pending) {
    const login = await provider.findStaff(email);
    await undo(ctx, provider, tenantId, id, login?.tenantId === tenantId ? login.subject : undefined);
  }
  return pending.length;
}

/** Organizations of customers that the event could not reach (an identity provider made anew, say). */
async function keepOrganizations(ctx: ServiceContext, provider: IdentityProvider): Promise<void> {
  const customers = await ctx.db.inPlatform('keep organizations', async ({ sql }) => {
    const text = 'SELECT tenant_id AS "tenantId", slug, name FROM saas_customer ORDER BY id';
    return (await sql.query<{ tenantId: string; slug: string; name: string }>(text)).rows;
  });
  for (const customer of customers) await provider.keepOrganization(customer);
}

const SLOWEST_MS = 30_000;

/**
 * Brings the identity provider and the database together, in the background of the boot: the identity provider may
 * come up later than we do. Answers how to stop it.
 */
export function reconcileAtBoot(
  ctx: ServiceContext,
  provider: IdentityProvider,
  first: FirstSuperAdministrator,
): () => Promise<void> {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    for (let wait = 500; !stopping.signal.aborted; wait = Math.min(wait * 2, SLOWEST_MS)) {
      try {
        await ensureSuperAdministrator(ctx, provider, first);
        await keepOrganizations(ctx, provider);
        const undone = await undoInterrupted(ctx, provider);
        ctx.log.info({ undone }, 'database and identity provider agree');
        return;
      } catch (error) {
        ctx.log.warn({ err: error, againInMs: wait }, 'the identity provider could not be reconciled yet');
        await pause(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
    }
  };
  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}
