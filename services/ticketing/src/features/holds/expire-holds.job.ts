import { systemActor, startRounds, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { announceSeats } from './claim-seats.command';

const EVERY_MS = 3000;
const BATCH = 500;

/** Rows that another replica is at, or that are being sold, are left alone: nothing here waits. */
const EXPIRED = `
DELETE FROM seat_claim claim USING (
  SELECT performance_id, seat_id FROM seat_claim
  WHERE tenant_id = $1 AND state = 'HELD' AND expires_at <= now()
  ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
) gone
WHERE claim.tenant_id = $1 AND claim.performance_id = gone.performance_id AND claim.seat_id = gone.seat_id
RETURNING claim.performance_id, claim.seat_id`;

/** What networks held and no longer counts: nothing that could tell one visitor from another is kept for longer. */
const FORGOTTEN = 'DELETE FROM network_hold WHERE tenant_id = $1 AND ends_at <= now()';

async function clearTenant(tx: Tx): Promise<void> {
  const { rows } = await tx.sql.query<{ performance_id: string; seat_id: string }>(EXPIRED, [tx.tenantId]);
  for (const performanceId of new Set(rows.map((row) => row.performance_id))) {
    const seats = rows.filter((row) => row.performance_id === performanceId).map((row) => row.seat_id);
    await announceSeats(tx, performanceId, seats, 'FREE');
  }
  await tx.sql.query(FORGOTTEN, [tx.tenantId]);
}

/** One round: tells open plans that holds ran out. An expired hold is free without it; nobody would see it. */
export async function expireHolds(ctx: ServiceContext): Promise<void> {
  const { rows } = await ctx.db.inPlatform('find expired holds', (tx) =>
    tx.sql.query<{ tenant_id: string }>(
      `SELECT tenant_id FROM seat_claim WHERE state = 'HELD' AND expires_at <= now()
       UNION SELECT tenant_id FROM network_hold WHERE ends_at <= now()`,
    ),
  );
  for (const { tenant_id } of rows)
    await ctx.db.inTenant(systemActor(tenant_id, 'expire holds'), clearTenant);
}

/** Runs rounds until it is stopped; a round that fails is only late. */
export const startExpiringHolds = (ctx: ServiceContext): (() => Promise<void>) =>
  startRounds(
    () => expireHolds(ctx),
    EVERY_MS,
    (error) => ctx.log.warn({ err: error }, 'expired holds were not announced'),
  );
