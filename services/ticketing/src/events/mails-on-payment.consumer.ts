import { consumer } from '@coulisse/service-kit';
import { refundData, refundDueData } from '../features/messages/sale-data';
import type { SaleMails } from '../features/messages/sale-mails';
import { refundDueMail, refundMail } from '../features/messages/sale-template-kinds';

/**
 * Mails the buyer when a payment is marked for refund, and again when it was refunded. A group of its own, so that sales
 * go on while no mail can be sent.
 */
export const mailsOnPayment = (mails: SaleMails) =>
  consumer(
    'payments.payment.v1',
    'ticketing.mails-on-payment',
    {
      markedForRefund: {
        prepare: async (
          { paymentId, reservationId, amountMinor, reason, toRefundMinor, refundedMinor },
          { tenantId },
          ctx,
        ) => {
          // A cancellation has a mail of its own, which states the refund.
          if (reason === 'CANCELLED') return;
          await mails.send(
            tenantId,
            {
              kind: refundDueMail,
              // A payment is given back in parts when its reservation is changed several times.
              key:
                reason === 'CHANGED'
                  ? `refund-due:${paymentId}:${toRefundMinor + refundedMinor}`
                  : `refund-due:${paymentId}`,
              reservationId,
              data: (sale) => refundDueData(sale, { amountMinor, reason }),
            },
            ctx,
          );
        },
        handle: () => Promise.resolve(),
      },
      refunded: {
        prepare: ({ refundId, reservationId, amountMinor, method, refundedAt }, { tenantId, time }, ctx) =>
          mails.send(
            tenantId,
            {
              kind: refundMail,
              key: `refund:${refundId}`,
              reservationId,
              data: (sale) => refundData(sale, { amountMinor, method, refundedAt: refundedAt ?? time }),
            },
            ctx,
          ),
        handle: () => Promise.resolve(),
      },
    },
    { isGathered: true },
  );
