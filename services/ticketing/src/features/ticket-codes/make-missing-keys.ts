import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import { Rounds } from '@coulisse/service-kit/service';
import type { TicketKeys } from './ticket-keys';

/** Before what failed is tried again. */
const AGAIN_MS = 10 * 60_000;

const WITHOUT_KEY = `SELECT theatre.tenant_id FROM tenant_profile theatre WHERE NOT theatre.archived
  AND NOT EXISTS (SELECT 1 FROM ticket_key own WHERE own.tenant_id = theatre.tenant_id)`;

/** Makes the keys of theatres whose event came before keys were made with it; returns how many could not be made. */
async function makeMissingKeys(keys: Pick<TicketKeys, 'make'>, ctx: ServiceContext): Promise<number> {
  const { rows } = await ctx.db.askPlatform<{ tenant_id: string }>('find theatres without ticket key', {
    name: 'theatres-without-ticket-key',
    text: WITHOUT_KEY,
  });
  let failed = 0;
  for (const { tenant_id: tenantId } of rows)
    try {
      await ctx.db.inTenant(systemActor(tenantId, 'make ticket key'), (tx) => keys.make(tx));
    } catch (error) {
      // Its first order makes it, if no later round does.
      ctx.log.warn({ err: error, tenantId }, 'tickets.key_not_made');
      failed += 1;
    }
  return failed;
}

/**
 * Makes the keys once; the start of the service does not wait for it. What fails is tried again until nothing fails: a
 * theatre that is new gets its key with its event.
 */
export function startMakingKeys(
  keys: Pick<TicketKeys, 'make'>,
  ctx: ServiceContext,
  againMs = AGAIN_MS,
): () => Promise<void> {
  const rounds = new Rounds(
    async () => ((await makeMissingKeys(keys, ctx)) > 0 ? againMs : null),
    (error) => {
      ctx.log.warn({ err: error }, 'tickets.key_not_made');
      return againMs;
    },
  );
  rounds.start();
  return () => rounds.stop();
}
