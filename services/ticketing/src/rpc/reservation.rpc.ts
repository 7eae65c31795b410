import { ticketingV1 } from '@coulisse/contracts';
import { Problem, rpc, systemActor } from '@coulisse/service-kit';
import { voucherBuyer } from '../features/gift-vouchers/voucher-buyer.read-model';
import type { SaleReads } from '../features/messages/sale-reads';
import { paidMoney } from '../features/paid-money/paid-money.read-model';

/** Reservations and gift vouchers for the services that act on their events: buyers and amounts, nothing that admits or pays. */
export const reservationRpc = (reads: SaleReads) =>
  rpc(
    ticketingV1.ReservationServiceDefinition,
    { getReservation: ['crm'], getReservationMoney: ['sales'], getVoucherBuyer: ['crm'] },
    {
      getReservation: async ({ tenantId, reservationId }, ctx) => {
        const sale = await reads.find(tenantId, reservationId, ctx);
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
      getReservationMoney: ({ tenantId, reservationId }, ctx) =>
        ctx.db.inTenant(systemActor(tenantId, 'read the money of a reservation'), (tx) =>
          paidMoney(tx, reservationId),
        ),
      getVoucherBuyer: async ({ tenantId, giftVoucherId }, ctx) => {
        const actor = systemActor(tenantId, 'read the buyer of a gift voucher');
        const buyer = await ctx.db.inTenant(actor, (tx) => voucherBuyer(tx, giftVoucherId));
        if (!buyer) throw new Problem('http.404');
        return { giftVoucherId, ...buyer };
      },
    },
  );
