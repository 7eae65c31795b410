import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import { Rounds } from '@coulisse/service-kit/service';
import type { TicketKeys } from './ticket-keys';

const EVERY_MS = 10 * 60_000;

const WITHOUT_KEY = `SELECT theatre.tenant_id FROM tenant_profile theatre WHERE NOT theatre.archived
  AND NOT EXISTS (SELECT 1 FROM ticket_key own WHERE own.tenant_id = theatre.tenant_id)`;

/** Makes the keys of theatres whose event came before keys were made with it. */
export async function makeMissingKeys(keys: TicketKeys, ctx: ServiceContext): Promise<void> {
  const { rows } = await ctx.db.askPlatform<{ tenant_id: string }>('find theatres without ticket key', {
    name: 'theatres-without-ticket-key',
    text: WITHOUT_KEY,
  });
  for (const { tenant_id: tenantId } of rows)
    try {
      await ctx.db.inTenant(systemActor(tenantId, 'make ticket key'), (tx) => keys.make(tx));
    } catch (error) {
      // Its first order makes it, if no later round does.
      ctx.log.warn({ err: error, tenantId }, 'tickets.key_not_made');
    }
}

/** Runs rounds until stopped, the first one at once; the start of the service does not wait for it. */
export function startMakingKeys(keys: TicketKeys, ctx: ServiceContext): () => Promise<void> {
  const rounds = new Rounds(
    async () => {
      await makeMissingKeys(keys, ctx);
      return EVERY_MS;
    },
    (error) => {
      ctx.log.warn({ err: error }, 'tickets.key_not_made');
      return EVERY_MS;
    },
  );
  rounds.start();
  return () => rounds.stop();
}
