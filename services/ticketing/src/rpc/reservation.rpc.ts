import { ticketingV1 } from '@coulisse/contracts';
import { Problem, rpc, systemActor } from '@coulisse/service-kit';
import { voucherBuyer } from '../features/gift-vouchers/voucher-buyer.read-model';
import { saleDetails } from '../features/reservations/sale-details.read-model';

/** Reservations and gift vouchers for the services that act on their events: buyers and amounts, nothing that admits or pays. */
export const reservationRpc = rpc(
  ticketingV1.ReservationServiceDefinition,
  { getReservation: ['crm'], getVoucherBuyer: ['crm'] },
  {
    getReservation: async ({ tenantId, reservationId }, ctx) => {
      const actor = systemActor(tenantId, 'read a reservation');
      const sale = await ctx.db.inTenant(actor, (tx) => saleDetails(tx, reservationId));
      if (!sale) throw new Problem('http.404');
      return {
        reservationId: sale.id,
        customer: {
          ...sale.customer,
          email: sale.email,
          language: sale.language,
          newsletterSubscribed: sale.newsletterSubscribed,
        },
        tiersId: sale.tiersId ?? '',
        totalMinor: sale.totalMinor,
        vatLines: sale.vat.map(({ rateBasisPoints, baseMinor, vatMinor }) => ({
          rateBasisPoints,
          baseMinor,
          taxMinor: vatMinor,
        })),
      };
    },
    getVoucherBuyer: async ({ tenantId, giftVoucherId }, ctx) => {
      const actor = systemActor(tenantId, 'read the buyer of a gift voucher');
      const buyer = await ctx.db.inTenant(actor, (tx) => voucherBuyer(tx, giftVoucherId));
      if (!buyer) throw new Problem('http.404');
      return { giftVoucherId, ...buyer };
    },
  },
);
