import { consumer } from '@coulisse/service-kit';
import { ticketsMail } from '../features/messages/reservation-message.domain';
import { keep, sendOnce, type MessageKey, type SentMail } from '../features/messages/send-once';

const TOPIC = 'documents.document.v1';
const CALL_DEADLINE_MS = 5_000;

const keyOf = (reservationId: string): MessageKey => ({
  template: 'RESERVATION_TICKETS',
  subjectId: reservationId,
});

/** Tickets that were printed go to their buyer. */
export const onDocument = consumer<typeof TOPIC, { rendered: SentMail | null }>(
  TOPIC,
  'notifications.on-document',
  {
    rendered: {
      prepare: async ({ kind, documentId, subjectId: reservationId }, { tenantId }, ctx) => {
        if (kind !== 'TICKETS') return null;
        return sendOnce(keyOf(reservationId), tenantId, ctx, async () => {
          const settings = { deadlineMs: CALL_DEADLINE_MS };
          const [reservation, document] = await Promise.all([
            ctx.clients.ticketing.getReservation({ tenantId, reservationId }, settings),
            ctx.clients.documents.getDocument({ tenantId, documentId }, settings),
          ]);
          const { fileName, mediaType, content } = document;
          const mail = ticketsMail(reservation, { fileName, mediaType, content: Buffer.from(content) });
          return { mail, reservationCode: reservation.code };
        });
      },
      handle: async ({ subjectId }, tx, _meta, _ctx, sent) => {
        if (sent) await keep(keyOf(subjectId), sent, tx);
      },
    },
  },
);
