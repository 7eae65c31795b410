import { consumer } from '@coulisse/service-kit';
import type { TicketDocuments } from '../features/messages/ticket-documents';

/** Has the tickets of a sale rendered when they are numbered or changed, and withdrawn when it is cancelled. The inbox row says that it is done. */
export const onReservation = (documents: TicketDocuments) =>
  consumer(
    'ticketing.reservation.v1',
    'ticketing.on-reservation',
    {
      ticketed: {
        prepare: ({ reservationId }, { tenantId }, ctx) => documents.render(tenantId, reservationId, ctx),
        handle: async ({ reservationId }, tx, _meta, _ctx, isLater: boolean) => {
          if (isLater)
            await tx.publish('ticketing.reservation.v1', reservationId, {
              $case: 'ticketsFollow',
              value: { reservationId },
            });
        },
      },
      ticketsDue: {
        prepare: ({ reservationId }, { tenantId }, ctx) => documents.render(tenantId, reservationId, ctx),
        handle: () => Promise.resolve(),
      },
      changed: {
        prepare: ({ reservationId }, { tenantId }, ctx) => documents.render(tenantId, reservationId, ctx),
        handle: () => Promise.resolve(),
      },
      canceled: {
        prepare: async ({ reservationId, wasValidated }, { tenantId }, ctx) => {
          if (wasValidated) await documents.withdraw(tenantId, reservationId, ctx);
        },
        handle: () => Promise.resolve(),
      },
    },
    { together: 20 },
  );
