import { consumer } from '@coulisse/service-kit';
import { buyerOf } from '../features/buyers/buyer.domain';
import { keepBuyer } from '../features/buyers/keep-buyer.command';
import { amountHT } from '../features/loyalty/loyalty.domain';
import { cancelSale, noteSale } from '../features/loyalty/note-sale.command';
import { refreshLoyalty } from '../features/loyalty/refresh-loyalty.command';

/**
 * Whoever bought becomes a third party, the reservation learns which one, and what it brought counts for their label. The
 * group is named after the first event that it acted on: another name would read the topic from its beginning.
 */
export const onReservation = consumer('ticketing.reservation.v1', 'crm.on-reservation-validated', {
  validated: {
    // The event carries no personal data: the buyer is asked for, before the transaction opens.
    prepare: async ({ reservationId }, { tenantId }, ctx) => {
      const reservation = await ctx.clients.ticketing.getReservation({ tenantId, reservationId });
      const { customer } = reservation;
      return { buyer: customer ? buyerOf(customer) : null, amountHT: amountHT(reservation) };
    },
    handle: async ({ reservationId }, tx, { time }, _ctx, { buyer, amountHT: amount }: Sold) => {
      const email = buyer?.email;
      // Sold at the desk to somebody who left no address: there is nobody to know.
      if (!buyer || !email) return;
      const tiersId = await keepBuyer(tx, { ...buyer, email });
      await tx.publish('crm.tiers.v1', tiersId, { $case: 'buyerLinked', value: { tiersId, reservationId } });
      await noteSale(tx, { reservationId, tiersId, soldAt: time, amountHT: amount });
      await refreshLoyalty(tx, tiersId);
    },
  },
  canceled: async ({ reservationId }, tx, { time }) => {
    const tiersId = await cancelSale(tx, reservationId, time);
    if (tiersId) await refreshLoyalty(tx, tiersId);
  },
});

interface Sold {
  buyer: ReturnType<typeof buyerOf> | null;
  amountHT: string;
}
