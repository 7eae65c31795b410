import { consumer } from '@coulisse/service-kit';
import { canceledMail } from '../features/messages/refund-message.domain';
import { readReservation } from '../features/messages/read-reservation';
import {
  storeSentMail,
  type MessageKey,
  type ReservationMails,
  type SentMail,
} from '../features/messages/send-once';

const TOPIC = 'ticketing.reservation.v1';

const keyOf = (reservationId: string): MessageKey => ({
  template: 'RESERVATION_CANCELED',
  subjectId: reservationId,
  reservationId,
});

/** Tells the buyer that the tickets are void; a draft had none and gets no mail. */
export const onReservation = (mails: ReservationMails) =>
  consumer<typeof TOPIC, { canceled: SentMail | null }>(TOPIC, 'notifications.on-reservation', {
    canceled: {
      prepare: async ({ reservationId, refundMinor, wasValidated }, { tenantId }, ctx) => {
        if (!wasValidated) return null;
        return mails.sendOnce(keyOf(reservationId), tenantId, ctx, async () => {
          const reservation = await readReservation(tenantId, reservationId, ctx);
          return { mail: canceledMail(reservation, refundMinor), reservationCode: reservation.code };
        });
      },
      handle: async ({ reservationId }, tx, _meta, _ctx, sent) => {
        if (sent) await storeSentMail(keyOf(reservationId), sent, tx);
      },
    },
  });
