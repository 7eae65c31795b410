import { resourcesOf } from '@coulisse/resource-server';
import { Problem, withAllRights, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { reservation } from '../../resources';
import { holdUntil } from '../desk/hold-until.command';
import { deskSaleOf } from '../desk/sell-at-desk.command';
import { checkNoPayment } from '../revisions/revise-reservation.command';
import { amountsOf, type Agreed } from './instalments.domain';
import { storeSchedule } from './instalments.store';
import { checkSchedule, heldBySchedule, inNameOf, startOf } from './schedule-terms';

export interface PlanInstalments {
  id: string;
  /** The version that was read. */
  version: number;
  /** None: the reservation is paid at once again. */
  instalments: readonly Agreed[];
}

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
    const until = Math.max(new Date(heldUntil).getTime(), heldBySchedule(instalments, startsAt));
    const deadline = new Date(until).toISOString();
    if (until > Date.now()) await holdUntil(tx, id, new Date(until), { named: true });
    await reservations.transition(tx, inNameOf(actor), locked, 'plan_instalments', { deadline }, { version });
  });
