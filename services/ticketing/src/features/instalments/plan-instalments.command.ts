import { resourcesOf } from '@coulisse/resource-server';
import { Problem, withAllRights, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { DateTime } from 'luxon';
import { reservation } from '../../resources';
import { holdUntil } from '../desk/hold-until.command';
import { deskSaleOf } from '../desk/sell-at-desk.command';
import { checkNoPayment } from '../revisions/revise-reservation.command';
import { amountsOf, scheduleErrors, type Agreed } from './instalments.domain';
import { storeSchedule } from './instalments.store';

export interface PlanInstalments {
  id: string;
  /** The version that was read. */
  version: number;
  /** None: the reservation is paid at once again. */
  instalments: readonly Agreed[];
}

const STARTS_AT = `SELECT p.starts_at FROM reservation r
  JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id WHERE r.tenant_id = $1 AND r.id = $2`;

async function startOf(tx: Tx, id: string): Promise<DateTime> {
  const { rows } = await tx.sql.query<{ starts_at: Date }>(STARTS_AT, [tx.tenantId, id]);
  const [row] = rows;
  if (!row) throw new Problem('http.404');
  return DateTime.fromJSDate(row.starts_at, { zone: tx.zone });
}

function checkSchedule(instalments: readonly Agreed[], totalMinor: number, startsAt: DateTime): void {
  const lastDay = startsAt.toISODate() ?? '';
  const errors = scheduleErrors(instalments, { totalMinor, lastDay }).map(({ code, index }) => ({
    pointer: `/instalments/${index}`,
    code,
  }));
  const [first] = errors;
  if (first) throw new Problem(first.code, { errors });
}

/** No step that people are offered: who agrees on payments is named in the history. */
const inNameOf = (actor: Actor): Actor => ({ ...withAllRights(actor), kind: 'system' });

/**
 * Agrees on the payments of a pre-reservation. Its seats are held until the end of the last day, or as long as before; a
 * deposit that was paid holds them until the performance.
 */
export const planInstalments = (
  actor: Actor,
  { id, version, instalments }: PlanInstalments,
  ctx: ServiceContext,
): Promise<void> =>
  ctx.db.inTenant(actor, async (tx) => {
    const reservations = resourcesOf(ctx).of(reservation);
    const seller = withAllRights(actor);
    const locked = await reservations.lock(tx, seller, id);
    const { state, deadline: heldUntil } = locked.record;
    if (state !== 'PRE_RESERVATION' || !heldUntil) throw new Problem('instalments.not-reserved');
    await checkNoPayment(tx, id);
    const { totalMinor } = await deskSaleOf(tx, id);
    const startsAt = await startOf(tx, id);
    checkSchedule(instalments, totalMinor, startsAt);
    storeSchedule(tx, id, amountsOf(instalments, totalMinor));
    const lastDay = instalments.at(-1)?.dueOn;
    const lastEnd = lastDay ? DateTime.fromISO(lastDay, { zone: tx.zone }).endOf('day').toMillis() : 0;
    const until = Math.max(new Date(heldUntil).getTime(), Math.min(lastEnd, startsAt.toMillis()));
    const deadline = new Date(until).toISOString();
    if (until > Date.now()) await holdUntil(tx, id, new Date(until), { named: true });
    await reservations.transition(tx, inNameOf(actor), locked, 'plan_instalments', { deadline }, { version });
  });
