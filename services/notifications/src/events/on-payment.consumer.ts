import { consumer, type ServiceContext } from '@coulisse/service-kit';
import { refundedMail, refundMail } from '../features/messages/refund-message.domain';
import {
  storeSentMail,
  type MessageKey,
  type ReservationMails,
  type SentMail,
} from '../features/messages/send-once';
import { readReservation } from '../features/messages/read-reservation';

const TOPIC = 'payments.payment.v1';

interface Marked {
  paymentId: string;
  reservationId: string;
}
const markedKey = ({ paymentId, reservationId }: Marked): MessageKey => ({
  template: 'RESERVATION_REFUND',
  subjectId: paymentId,
  reservationId,
});
interface Refunded {
  refundId: string;
  reservationId: string;
}
const refundedKey = ({ refundId, reservationId }: Refunded): MessageKey => ({
  template: 'PAYMENT_REFUNDED',
  subjectId: refundId,
  reservationId,
});

async function send(
  mails: ReservationMails,
  key: MessageKey,
  tenantId: string,
  ctx: ServiceContext,
  write: (reservation: Awaited<ReturnType<typeof readReservation>>) => ReturnType<typeof refundMail>,
): Promise<SentMail | null> {
  return mails.sendOnce(key, tenantId, ctx, async () => {
    const reservation = await readReservation(tenantId, key.reservationId, ctx);
    return { mail: write(reservation), reservationCode: reservation.code };
  });
}

/** Mails the buyer when a payment is marked for refund, and again when it was refunded. */
export const onPayment = (mails: ReservationMails) =>
  consumer<typeof TOPIC, { markedForRefund: SentMail | null; refunded: SentMail | null }>(
    TOPIC,
    'notifications.on-payment',
    {
      markedForRefund: {
        prepare: async (payment, { tenantId }, ctx) =>
          // A cancellation has a mail of its own, which states the refund.
          payment.reason === 'CANCELLED'
            ? null
            : send(mails, markedKey(payment), tenantId, ctx, (reservation) =>
                refundMail(reservation, payment),
              ),
        handle: async (payment, tx, _meta, _ctx, sent) => {
          if (sent) await storeSentMail(markedKey(payment), sent, tx);
        },
      },
      refunded: {
        prepare: (refund, { tenantId, time }, ctx) =>
          send(mails, refundedKey(refund), tenantId, ctx, (reservation) =>
            refundedMail(reservation, { ...refund, refundedAt: refund.refundedAt ?? time }),
          ),
        handle: async (refund, tx, _meta, _ctx, sent) => {
          if (sent) await storeSentMail(refundedKey(refund), sent, tx);
        },
      },
    },
  );
