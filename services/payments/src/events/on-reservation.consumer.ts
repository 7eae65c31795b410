import { consumer, Problem, type Tx } from '@coulisse/service-kit';
import { markForRefund } from '../features/refunds/mark-refund.command';
import { reasonOf } from '../features/refunds/refund.domain';

/** An event about a payment that is another's, or nobody's, is for people to look at. */
async function checkBelongs(tx: Tx, paymentId: string, reservationId: string): Promise<void> {
  const { rowCount } = await tx.sql.query('SELECT 1 FROM payment WHERE id = $1 AND reservation_id = $2', [
    paymentId,
    reservationId,
  ]);
  if (rowCount === 0) throw new Problem('payment.unknown-order');
}

/** What becomes of a reservation, as far as its money has to go back. Said twice, it has its effect once. */
export const onReservation = consumer('ticketing.reservation.v1', 'payments.on-reservation', {
  async unfulfillable({ paymentId, reservationId, reason }, tx) {
    await checkBelongs(tx, paymentId, reservationId);
    await markForRefund(tx, paymentId, reasonOf(reason));
  },
  async canceled({ reservationId, paymentIds }, tx) {
    // In one order, whoever else locks several.
    for (const paymentId of [...paymentIds].sort()) {
      await checkBelongs(tx, paymentId, reservationId);
      await markForRefund(tx, paymentId, 'CANCELLED');
    }
  },
});
