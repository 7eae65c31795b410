import { consumer } from '@coulisse/service-kit';
import { holdSeatsInDoubt } from '../features/sale/hold-while-paying.command';
import { recordRefund } from '../features/sale/record-refund.command';
import { lockSale, settlePayment } from '../features/sale/settle-payment.command';
import type { TicketSequencer } from '../features/ticket-numbers/ticket-sequencer';

/** Applies payment events to sales. */
export const onPayment = (sequencer: TicketSequencer) =>
  consumer('payments.payment.v1', 'ticketing.on-payment', {
    accepted: ({ paymentId, reservationId, amountMinor, currency, togetherMinor, method }, tx, _meta, ctx) =>
      settlePayment(
        tx,
        reservationId,
        { kind: 'accepted', paymentId, amountMinor, currency, togetherMinor, method },
        ctx,
        sequencer,
      ),
    refused: ({ paymentId, reservationId }, tx, _meta, ctx) =>
      settlePayment(tx, reservationId, { kind: 'refused', paymentId }, ctx, sequencer),
    cancelled: ({ paymentId, reservationId, expired }, tx, _meta, ctx) =>
      settlePayment(tx, reservationId, { kind: 'cancelled', paymentId, expired }, ctx, sequencer),
    async inDoubt({ paymentId, reservationId, holdUntil }, tx) {
      const sale = await lockSale(tx, reservationId);
      const awaited = sale.payment_id === null || sale.payment_id === paymentId;
      if (holdUntil && awaited && sale.outcome === 'PENDING' && sale.state === 'DRAFT')
        await holdSeatsInDoubt(tx, sale, holdUntil);
    },
    markedForRefund: (value, tx) => recordRefund(tx, value),
    refunded: (value, tx) => recordRefund(tx, value),
    refundChanged: (value, tx) => recordRefund(tx, value),
  });
