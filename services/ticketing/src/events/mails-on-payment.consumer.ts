import { consumer, type ServiceContext } from '@coulisse/service-kit';
import { refundData, refundDueData } from '../features/messages/sale-data';
import type { SaleMails } from '../features/messages/sale-mails';
import { refundDueMail, refundMail } from '../features/messages/sale-template-kinds';
import { voucherRefundData, type VoucherRefund } from '../features/messages/voucher-data';
import type { VoucherMails } from '../features/messages/voucher-mails';
import { voucherRefundMail } from '../features/messages/voucher-template-kinds';

/** A refund that is recorded again after it was undone is the one that the buyer has already been told of. */
const refundKey = (refund: {
  paymentId: string;
  amountMinor: number;
  method: string;
  refundedMinor: number;
}): string =>
  `refund:${refund.paymentId}:${refund.refundedMinor}:${refund.amountMinor}:${refund.method.toLowerCase()}`;

/**
 * Mails the buyer when a payment is marked for refund, and again when it was refunded. A group of its own, so that sales
 * go on while no mail can be sent.
 */
export const mailsOnPayment = (mails: SaleMails, voucherMails: VoucherMails) => {
  const voucherRefund = (
    { voucherId, key, ...refund }: VoucherRefund & { voucherId: string; key: string },
    tenantId: string,
    ctx: ServiceContext,
  ): Promise<void> =>
    voucherMails.send(
      tenantId,
      {
        kind: voucherRefundMail,
        ...{ key, voucherId },
        data: (voucher, places) => voucherRefundData(voucher, places, refund),
      },
      ctx,
    );
  return consumer(
    'payments.payment.v1',
    'ticketing.mails-on-payment',
    {
      markedForRefund: {
        prepare: async (
          { paymentId, reservationId, giftVoucherId, amountMinor, reason, toRefundMinor, refundedMinor },
          { tenantId },
          ctx,
        ) => {
          // A cancellation has a mail of its own, which states the refund.
          if (reason === 'CANCELLED') return;
          if (giftVoucherId) {
            const refund = { amountMinor, reason, isDone: false };
            await voucherRefund(
              { voucherId: giftVoucherId, key: `refund-due:${paymentId}`, ...refund },
              tenantId,
              ctx,
            );
            return;
          }
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
        prepare: (
          { paymentId, reservationId, giftVoucherId, amountMinor, method, refundedAt, refundedMinor },
          { tenantId, time },
          ctx,
        ) => {
          const key = refundKey({ paymentId, amountMinor, method, refundedMinor });
          return giftVoucherId
            ? voucherRefund(
                { voucherId: giftVoucherId, key, amountMinor, reason: '', isDone: true },
                tenantId,
                ctx,
              )
            : mails.send(
                tenantId,
                {
                  kind: refundMail,
                  key,
                  reservationId,
                  data: (sale) => refundData(sale, { amountMinor, method, refundedAt: refundedAt ?? time }),
                },
                ctx,
              );
        },
        handle: () => Promise.resolve(),
      },
    },
    { isGathered: true },
  );
};
