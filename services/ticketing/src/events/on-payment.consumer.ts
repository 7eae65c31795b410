import {
  consumer,
  NotTogether,
  type LockTogether,
  type ServiceContext,
  type Tx,
} from '@coulisse/service-kit';
import { settleVoucher } from '../features/gift-vouchers/settle-voucher.command';
import { recordVoucherRefund } from '../features/gift-vouchers/voucher-sale.store';
import { holdSeatsInDoubt } from '../features/sale/hold-while-paying.command';
import { lockSales } from '../features/sale/lock-sales';
import { recordRefund, type RefundReport } from '../features/sale/record-refund.command';
import type { PaymentFact } from '../features/sale/sale.domain';
import { lockSale, settlePayment } from '../features/sale/settle-payment.command';
import type { TicketSequencer } from '../features/ticket-numbers/ticket-sequencer';

/** What a payment is for; without a gift voucher it is for a reservation. */
interface Subject {
  reservationId: string;
  giftVoucherId?: string | undefined;
}

/** Sales in one transaction: while it goes on, other buyers of their networks wait. */
const TOGETHER = 10;

/** Only what settles reservations is applied together: refunds and gift vouchers lock other rows. */
const lockTogether: LockTogether<'payments.payment.v1'> = async (events, tx) => {
  const paid: string[] = [];
  const others: string[] = [];
  for (const { event } of events) {
    if (!['accepted', 'refused', 'cancelled'].includes(event.$case)) throw new NotTogether(event.$case);
    const { reservationId, giftVoucherId } = event.value as Subject;
    if (giftVoucherId) throw new NotTogether('a gift voucher');
    (event.$case === 'accepted' ? paid : others).push(reservationId);
  }
  await lockSales(tx, paid, others);
};

/** Applies payment events to sales: of reservations, and of gift vouchers. */
export const onPayment = (sequencer: TicketSequencer) => {
  const settle = (
    { reservationId, giftVoucherId }: Subject,
    fact: PaymentFact,
    tx: Tx,
    ctx: ServiceContext,
  ): Promise<void> =>
    giftVoucherId
      ? settleVoucher(tx, giftVoucherId, fact, ctx)
      : settlePayment(tx, reservationId, fact, ctx, sequencer);
  const refunded = ({ giftVoucherId, ...report }: RefundReport & Subject, tx: Tx): Promise<void> =>
    giftVoucherId ? recordVoucherRefund(tx, { ...report, giftVoucherId }) : recordRefund(tx, report);
  return consumer(
    'payments.payment.v1',
    'ticketing.on-payment',
    {
      accepted: ({ paymentId, amountMinor, currency, togetherMinor, method, ...subject }, tx, _meta, ctx) =>
        settle(
          subject,
          { kind: 'accepted', paymentId, amountMinor, currency, togetherMinor, method },
          tx,
          ctx,
        ),
      refused: ({ paymentId, ...subject }, tx, _meta, ctx) =>
        settle(subject, { kind: 'refused', paymentId }, tx, ctx),
      cancelled: ({ paymentId, expired, ...subject }, tx, _meta, ctx) =>
        settle(subject, { kind: 'cancelled', paymentId, expired }, tx, ctx),
      async inDoubt({ paymentId, reservationId, giftVoucherId, holdUntil }, tx) {
        // A voucher has no seats that somebody else could take meanwhile.
        if (giftVoucherId) return;
        const sale = await lockSale(tx, reservationId);
        const awaited = sale.payment_id === null || sale.payment_id === paymentId;
        if (holdUntil && awaited && sale.outcome === 'PENDING' && sale.state === 'DRAFT')
          await holdSeatsInDoubt(tx, sale, holdUntil);
      },
      markedForRefund: refunded,
      refunded,
      refundChanged: ({ undoneMethod, ...report }, tx) => refunded({ ...report, method: undoneMethod }, tx),
    },
    { together: TOGETHER, lockTogether },
  );
};
