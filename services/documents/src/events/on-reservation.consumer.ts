import { consumer, systemActor } from '@coulisse/service-kit';
import { keepTickets, ticketsAreSettled, withdrawTickets } from '../features/tickets/keep-tickets.command';
import { renderTickets, type RenderedTickets } from '../features/tickets/render-tickets';

const TOPIC = 'ticketing.reservation.v1';
type Topic = typeof TOPIC;

/** A reservation that is validated gets its tickets, in one PDF, once; one that is cancelled loses them. */
export const onReservation = consumer<Topic, { validated: RenderedTickets | null; canceled: undefined }>(
  TOPIC,
  'documents.on-reservation',
  {
    validated: {
      prepare: async ({ reservationId }, { tenantId }, ctx) => {
        const actor = systemActor(tenantId, 'documents.on-reservation');
        const done = await ctx.db.inTenant(actor, (tx) => ticketsAreSettled(reservationId, tx));
        return done ? null : renderTickets(tenantId, reservationId, ctx);
      },
      handle: async ({ reservationId }, tx, _meta, _ctx, rendered) => {
        if (rendered) await keepTickets(reservationId, rendered, tx);
      },
    },
    canceled: ({ reservationId }, tx) => withdrawTickets(reservationId, tx),
  },
);
