import { consumer, Problem } from '@coulisse/service-kit';

/**
 * A payment came for seats that somebody else has by now: staff have to give the money back. What it says happens at
 * most once per payment, also when two events speak of it.
 */
export const onReservation = consumer('ticketing.reservation.v1', 'payments.on-reservation', {
  unfulfillable: async ({ paymentId, reservationId }, tx) => {
    const { rows } = await tx.sql.query<{ refund_needed: boolean; amount_minor: string }>(
      'SELECT refund_needed, (totals * 100)::bigint AS amount_minor FROM payment WHERE id = $1 AND reservation_id = $2 FOR UPDATE',
      [paymentId, reservationId],
    );
    const payment = rows[0];
    if (!payment) throw new Problem('payment.unknown-order');
    if (payment.refund_needed) return;
    await tx.sql.query(
      `UPDATE payment SET refund_needed = true, refund_reason = 'UNFULFILLABLE', version = version + 1, updated_at = now()
        WHERE id = $1`,
      [paymentId],
    );
    await tx.history('payments.payment', paymentId, 'mark-for-refund', { refundNeeded: [false, true] });
    await tx.publish('payments.payment.v1', paymentId, {
      $case: 'markedForRefund',
      value: { paymentId, reservationId, amountMinor: Number(payment.amount_minor) },
    });
  },
});
