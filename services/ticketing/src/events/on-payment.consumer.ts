import { consumer } from '@coulisse/service-kit';
import { settlePayment } from '../features/sale/settle-payment.command';

/** What the bank said, as payments tells it. */
export const onPayment = consumer('payments.payment.v1', 'ticketing.on-payment', {
  accepted: ({ paymentId, reservationId, amountMinor, currency }, tx, _meta, { log }) =>
    settlePayment(tx, reservationId, { kind: 'accepted', paymentId, amountMinor, currency }, log),
  refused: ({ paymentId, reservationId }, tx, _meta, { log }) =>
    settlePayment(tx, reservationId, { kind: 'refused', paymentId }, log),
  cancelled: ({ paymentId, reservationId }, tx, _meta, { log }) =>
    settlePayment(tx, reservationId, { kind: 'cancelled', paymentId }, log),
});
