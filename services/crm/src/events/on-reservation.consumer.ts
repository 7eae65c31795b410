import { consumer, NotTogether, type LockTogether } from '@coulisse/service-kit';
import { buyerOf } from '../features/buyers/buyer.domain';
import { tiersOfBuyer, type Sold } from '../features/buyers/tiers-of-buyer.command';
import { lockBuyers } from '../features/buyers/upsert-buyer.command';
import { amountHT } from '../features/loyalty/loyalty.domain';
import { cancelSale, changeSale, recordSale } from '../features/loyalty/record-sale.command';
import { refreshLoyalty } from '../features/loyalty/refresh-loyalty.command';

/** Only sales are applied together: cancellations and changes find their third party by the sale. */
const lockTogether: LockTogether<'ticketing.reservation.v1'> = async (events, tx) => {
  if (events.some(({ event }) => event.$case !== 'validated')) throw new NotTogether('not only sales');
  const sold = events.map(({ prepared }) => prepared as SoldReservation);
  await lockBuyers(
    tx,
    sold.flatMap(({ buyer }) => buyer ?? []),
    sold.flatMap(({ tiersId }) => tiersId || []),
  );
};

/**
 * Makes the buyer of a sale a third party, links it to the reservation and counts the sale for its loyalty label. The
 * group keeps the name of its first event: a new name would read the topic from its beginning.
 */
export const onReservation = consumer(
  'ticketing.reservation.v1',
  'crm.on-reservation-validated',
  {
    validated: {
      // The event carries no personal data: the buyer is read from ticketing before the transaction opens.
      prepare: async ({ reservationId }, { tenantId }, ctx) => {
        const reservation = await ctx.clients.ticketing.getReservation({ tenantId, reservationId });
        const { customer } = reservation;
        const { tiersId } = reservation;
        return { buyer: customer ? buyerOf(customer) : null, tiersId, amountHT: amountHT(reservation) };
      },
      handle: async ({ reservationId }, tx, { time }, _ctx, sold: SoldReservation) => {
        const tiersId = await tiersOfBuyer(tx, sold);
        if (!tiersId) return;
        await tx.publish('crm.tiers.v1', tiersId, {
          $case: 'buyerLinked',
          value: { tiersId, reservationId },
        });
        recordSale(tx, { reservationId, tiersId, soldAt: time, amountHT: sold.amountHT });
        await refreshLoyalty(tx, tiersId);
      },
    },
    changed: {
      // Read again: of two changes, the second may be over before the event of the first is handled.
      prepare: async ({ reservationId }, { tenantId }, ctx) =>
        amountHT(await ctx.clients.ticketing.getReservation({ tenantId, reservationId })),
      handle: async ({ reservationId }, tx, _meta, _ctx, amount: string) => {
        const tiersId = await changeSale(tx, reservationId, amount);
        if (tiersId) await refreshLoyalty(tx, tiersId);
      },
    },
    canceled: async ({ reservationId }, tx, { time }) => {
      const tiersId = await cancelSale(tx, reservationId, time);
      if (tiersId) await refreshLoyalty(tx, tiersId);
    },
  },
  { together: 20, isGathered: true, lockTogether },
);

interface SoldReservation extends Sold {
  amountHT: string;
}
