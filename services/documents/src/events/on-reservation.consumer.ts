import { consumer, systemActor } from '@coulisse/service-kit';
import { storeTickets, ticketsAreSettled, withdrawTickets } from '../features/tickets/store-tickets.command';
import type { RenderedTickets, TicketRendering } from '../features/tickets/render-tickets';

const TOPIC = 'ticketing.reservation.v1';
type Topic = typeof TOPIC;

/** Renders the tickets of a validated reservation once, in one PDF; withdraws those of a cancelled one. */
export const onReservation = (rendering: TicketRendering) =>
  consumer<Topic, { validated: RenderedTickets | null; canceled: undefined }>(
    TOPIC,
    'documents.on-reservation',
    {
      validated: {
        prepare: async ({ reservationId }, { tenantId }, ctx) => {
          const actor = systemActor(tenantId, 'documents.on-reservation');
          const done = await ctx.db.inTenant(actor, (tx) => ticketsAreSettled(reservationId, tx));
          return done ? null : rendering.render(tenantId, reservationId, ctx);
        },
        handle: async ({ reservationId }, tx, _meta, _ctx, rendered) => {
          if (rendered) await storeTickets(reservationId, rendered, tx);
        },
      },
      canceled: ({ reservationId }, tx) => withdrawTickets(reservationId, tx),
    },
  );
