import { consumer } from '@coulisse/service-kit';
import { refundMail } from '../features/messages/reservation-message.domain';
import { keep, sendOnce, type MessageKey, type SentMail } from '../features/messages/send-once';

const TOPIC = 'payments.payment.v1';
const CALL_DEADLINE_MS = 5_000;

const keyOf = (reservationId: string): MessageKey => ({
  template: 'RESERVATION_REFUND',
  subjectId: reservationId,
});

/** Somebody paid for seats that are gone: they are told before they wonder. */
export const onPayment = consumer<typeof TOPIC, { markedForRefund: SentMail | null }>(
  TOPIC,
  'notifications.on-payment',
  {
    markedForRefund: {
      prepare: ({ reservationId, amountMinor }, { tenantId }, ctx) =>
        sendOnce(keyOf(reservationId), tenantId, ctx, async () => {
          const reservation = await ctx.clients.ticketing.getReservation(
            { tenantId, reservationId },
            { deadlineMs: CALL_DEADLINE_MS },
          );
          return { mail: refundMail(reservation, amountMinor), reservationCode: reservation.code };
        }),
      handle: async ({ reservationId }, tx, _meta, _ctx, sent) => {
        if (sent) await keep(keyOf(reservationId), sent, tx);
      },
    },
  },
);
