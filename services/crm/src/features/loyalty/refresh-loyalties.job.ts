import { systemActor, startRounds, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { refreshNext } from './refresh-loyalty.command';

const EVERY_MS = 60_000;
const BATCH = 500;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Local date of the tenants: after midnight, sales of a year ago no longer count. */
const TODAY = `(now() AT TIME ZONE 'Europe/Paris')::date`;
const DONE = `UPDATE loyalty_state SET computed_on = ${TODAY} WHERE tenant_id = $1 AND revision = $2`;

/** True for one replica at a time; the others find nothing left to do in their next round. */
async function isMine({ sql, tenantId }: Tx): Promise<boolean> {
  const { rows } = await sql.query<{ mine: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS mine',
    [`crm.loyalty/${tenantId}`],
  );
  return rows[0]?.mine ?? false;
}

interface Due extends Record<string, unknown> {
  tenant_id: string;
  revision: number;
}

/** Refreshes a tenant in batches, one transaction each. An interrupted run starts again, with the same result. */
async function refreshTenant(ctx: ServiceContext, { tenant_id, revision }: Due): Promise<void> {
  const actor = systemActor(tenant_id, 'loyalty labels');
  const nextBatch = (after: string) =>
    ctx.db.inTenant(actor, async (tx) => {
      if (!(await isMine(tx))) return undefined;
      const last = await refreshNext(tx, after, BATCH);
      // A scale that changed meanwhile has a new revision, and stays due.
      if (last === undefined) await tx.sql.query(DONE, [tx.tenantId, revision]);
      return last;
    });
  for (let after: string | undefined = NOBODY; after !== undefined;) after = await nextBatch(after);
}

/** One round: every tenant whose labels were not computed today. */
export async function refreshLoyalties(ctx: ServiceContext): Promise<void> {
  const { rows } = await ctx.db.inPlatform('find loyalty labels to work out', ({ sql }) =>
    sql.query<Due>(
      `SELECT tenant_id, revision FROM loyalty_state WHERE computed_on IS NULL OR computed_on < ${TODAY}`,
    ),
  );
  for (const due of rows) await refreshTenant(ctx, due);
}

/** Runs rounds until stopped; a failed round is repeated by the next one. */
export const startRefreshingLoyalties = (ctx: ServiceContext, everyMs = EVERY_MS): (() => Promise<void>) =>
  startRounds(
    () => refreshLoyalties(ctx),
    everyMs,
    (error) => ctx.log.warn({ err: error }, 'loyalty.refresh_failed'),
  );
