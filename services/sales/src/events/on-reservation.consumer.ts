import {
  consumer,
  NotTogether,
  systemActor,
  type LockTogether,
  type ServiceContext,
  type Tx,
} from '@coulisse/service-kit';
import { readBoxOffice, type BoxOfficeMoney } from '../features/box-office/box-office-money';
import { hasBills } from '../features/box-office/box-office.store';
import { settleAtBoxOffice } from '../features/box-office/settle-box-office.command';

interface OfReservation {
  reservationId: string;
}
/** Other money pays for the reservation: ticketing is asked how much, if the reservation has bills. */
const otherMoney = {
  prepare: async (
    { reservationId }: OfReservation,
    { tenantId }: { tenantId: string },
    ctx: ServiceContext,
  ) => {
    const actor = systemActor(tenantId, 'look for bills of a reservation');
    const isBilled = await ctx.db.inTenant(actor, (tx) => hasBills(tx, reservationId));
    return isBilled ? readBoxOffice(ctx, tenantId, reservationId) : null;
  },
  handle: async (
    _value: OfReservation,
    tx: Tx,
    _meta: unknown,
    ctx: ServiceContext,
    money: BoxOfficeMoney | null,
  ) => {
    if (money) await settleAtBoxOffice(tx, ctx, money);
  },
};

/** Most sales have no bill: their events change nothing, are gathered and share a transaction. */
const TOGETHER = 20;
const lockTogether: LockTogether<'ticketing.reservation.v1'> = async (events) => {
  if (events.some(({ prepared }) => prepared)) throw new NotTogether('a reservation with bills');
};

type Money = BoxOfficeMoney | null;
/** What was paid or given back at the box office settles the bills of the reservation, or opens them again. */
export const onReservation = consumer<
  'ticketing.reservation.v1',
  { validated: Money; canceled: Money; unfulfillable: Money; changed: Money; moneyChanged: Money }
>(
  'ticketing.reservation.v1',
  'sales.on-reservation',
  {
    validated: otherMoney,
    canceled: otherMoney,
    unfulfillable: otherMoney,
    changed: otherMoney,
    moneyChanged: otherMoney,
  },
  { together: TOGETHER, isGathered: true, lockTogether },
);
