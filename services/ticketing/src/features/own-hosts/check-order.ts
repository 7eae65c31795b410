import type { ServiceContext, Tx } from '@coulisse/service-kit';
import { z } from 'zod';

const payload = z.object({
  ownHostId: z.uuid(),
  /** Looks before this one; how long they go on is a matter of the record. */
  looks: z.int().min(0),
});

/** How commands order a look at the record of a host: stored with the change that causes it. */
export const checkOwnHost = { name: 'ticketing.check-own-host', payload };

const EVERY_MS = 10 * 60_000;
const LOOKED_FOR_MS = 7 * 86_400_000;

/** Until when the record of a host is looked for that is entered, checked or resumed now. */
export const endOfLooks = (): string => new Date(Date.now() + LOOKED_FOR_MS).toISOString();

/**
 * The first look at once, each further one ten minutes after the last. Who asks for another one while the next is waiting
 * gets it at once, and the two go on as one: there are two keys for what is waiting, in turn.
 */
export async function orderLook(ctx: ServiceContext, tx: Tx, ownHostId: string, looks = 0): Promise<void> {
  const delayed = looks > 0 && { notBefore: new Date(Date.now() + EVERY_MS) };
  // A look that is waiting already is enough; the one that is running orders the next under the other key.
  const key = `own-host:${ownHostId}:${looks === 0 ? 'now' : looks % 2}`;
  await ctx.jobs.enqueue(tx, checkOwnHost, { ownHostId, looks }, { key, ...delayed });
}
