import { consumer } from '@coulisse/service-kit';
import { buyerOf, type Buyer } from '../features/buyers/buyer.domain';
import { keepBuyer } from '../features/buyers/keep-buyer.command';

/** Whoever bought becomes a third party, and the reservation learns which one. */
export const onReservationValidated = consumer('ticketing.reservation.v1', 'crm.on-reservation-validated', {
  validated: {
    // The event carries no personal data: the buyer is asked for, before the transaction opens.
    prepare: async ({ reservationId }, { tenantId }, ctx) => {
      const { customer } = await ctx.clients.ticketing.getReservation({ tenantId, reservationId });
      return customer ? buyerOf(customer) : null;
    },
    handle: async ({ reservationId }, tx, _meta, _ctx, buyer: Buyer | null) => {
      const email = buyer?.email;
      // Sold at the desk to somebody who left no address: there is nobody to know.
      if (!buyer || !email) return;
      const tiersId = await keepBuyer(tx, { ...buyer, email });
      await tx.publish('crm.tiers.v1', tiersId, { $case: 'buyerLinked', value: { tiersId, reservationId } });
    },
  },
});
