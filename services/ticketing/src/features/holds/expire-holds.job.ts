import { resourcesOf, type Resources } from '@coulisse/resource-server';
import { systemActor, startRounds, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { expirePreReservations } from '../desk/reservation-states.commands';
import { releaseAbandonedVouchers } from '../gift-vouchers/pay-with-voucher.command';
import { announceSeats } from './claim-seats.command';

const EVERY_MS = 3000;
const BATCH = 500;

/** Claims of a pre-reservation stay until it is cancelled: they are how its tenant is found. SKIP LOCKED: rows that another replica handles, or that are being sold, are skipped instead of waited for. */
const EXPIRED = `
DELETE FROM seat_claim claim USING (
  SELECT performance_id, seat_id FROM seat_claim
  WHERE tenant_id = $1 AND state = 'HELD' AND expires_at <= now() AND NOT EXISTS (
    SELECT 1 FROM reservation r WHERE r.tenant_id = $1 AND r.id = seat_claim.reservation_id AND r.state = 'PRE_RESERVATION')
  ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
) gone
WHERE claim.tenant_id = $1 AND claim.performance_id = gone.performance_id AND claim.seat_id = gone.seat_id
RETURNING claim.performance_id, claim.seat_id`;

/** Network holds that no longer count are deleted: nothing that distinguishes visitors is stored longer than needed. */
const FORGOTTEN = 'DELETE FROM network_hold WHERE tenant_id = $1 AND ends_at <= now()';

/** @returns whether there may be more: expired holds are taken in batches, each in a transaction of its own */
async function clearTenant(tx: Tx, resources: Resources): Promise<boolean> {
  await expirePreReservations(tx, resources);
  await releaseAbandonedVouchers(tx);
  const { rows } = await tx.sql.query<{ performance_id: string; seat_id: string }>(EXPIRED, [tx.tenantId]);
  for (const performanceId of new Set(rows.map((row) => row.performance_id))) {
    const seats = rows.filter((row) => row.performance_id === performanceId).map((row) => row.seat_id);
    await announceSeats(tx, performanceId, seats, 'FREE');
  }
  await tx.sql.query(FORGOTTEN, [tx.tenantId]);
  return rows.length === BATCH;
}

/** One round: announces expired holds to open plans. The seats are free without it, but no open plan would show it. */
export async function expireHolds(ctx: ServiceContext): Promise<void> {
  const { rows } = await ctx.db.askPlatform<{ tenant_id: string }>('find expired holds', {
    name: 'expired-holds',
    text: `SELECT tenant_id FROM seat_claim WHERE state = 'HELD' AND expires_at <= now()
      UNION SELECT tenant_id FROM network_hold WHERE ends_at <= now()
      UNION SELECT u.tenant_id FROM gift_voucher_entry u WHERE u.kind = 'USE' AND u.at > now() - interval '1 day'
        AND u.at <= now() - make_interval(mins => 1) AND NOT EXISTS (SELECT 1 FROM gift_voucher_entry g
          WHERE g.tenant_id = u.tenant_id AND g.voucher_id = u.voucher_id AND g.undoes = u.number)`,
  });
  const resources = resourcesOf(ctx);
  for (const { tenant_id } of rows) {
    const clear = () =>
      ctx.db.inTenant(systemActor(tenant_id, 'expire holds'), (tx) => clearTenant(tx, resources));
    // A rush ends as it began: thousands of holds expire in the same minute.
    while (await clear());
  }
}

/** Runs rounds until stopped; a failed round is repeated by the next one. */
export const startExpiringHolds = (ctx: ServiceContext): (() => Promise<void>) =>
  startRounds(
    () => expireHolds(ctx),
    EVERY_MS,
    (error) => ctx.log.warn({ err: error }, 'hold.expiry_not_announced'),
  );
