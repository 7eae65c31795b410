import { consumer, Problem } from '@coulisse/service-kit';
import { ticketsMail } from '../features/messages/reservation-message.domain';
import { readReservation } from '../features/messages/read-reservation';
import {
  storeSentMail,
  type MessageKey,
  type ReservationMails,
  type SentMail,
} from '../features/messages/send-once';

const TOPIC = 'documents.document.v1';
const CALL_DEADLINE_MS = 5_000;

const keyOf = (reservationId: string): MessageKey => ({
  template: 'RESERVATION_TICKETS',
  subjectId: reservationId,
  reservationId,
});

/** Mails rendered tickets to their buyer, unless the reservation was cancelled meanwhile. */
export const onDocument = (mails: ReservationMails) =>
  consumer<typeof TOPIC, { rendered: SentMail | null }>(TOPIC, 'notifications.on-document', {
    rendered: {
      prepare: async ({ kind, documentId, subjectId: reservationId }, { tenantId }, ctx) => {
        if (kind !== 'TICKETS') return null;
        return mails.sendOnce(keyOf(reservationId), tenantId, ctx, async () => {
          const document = await ctx.clients.documents
            .getDocument({ tenantId, documentId }, { deadlineMs: CALL_DEADLINE_MS })
            .catch((error: unknown) => {
              if (error instanceof Problem && error.code === 'document.gone') return null;
              throw error;
            });
          // Read last, so that a cancellation can only be missed while the mail is being sent.
          const reservation = await readReservation(tenantId, reservationId, ctx);
          if (!document || reservation.state === 'CANCELED') {
            ctx.log.info({ reservationId }, 'mail.tickets_not_needed');
            return null;
          }
          const { fileName, mediaType, content } = document;
          const mail = ticketsMail(reservation, { fileName, mediaType, content: Buffer.from(content) });
          return { mail, reservationCode: reservation.code };
        });
      },
      handle: async ({ subjectId }, tx, _meta, _ctx, sent) => {
        if (sent) await storeSentMail(keyOf(subjectId), sent, tx);
      },
    },
  });
