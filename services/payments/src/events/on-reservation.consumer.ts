import { resourcesOf } from '@coulisse/resource-server';
import { consumer, Problem, type Tx } from '@coulisse/service-kit';
import { payment } from '../resources';
import { markForRefund } from '../features/refunds/mark-refund.command';
import { reasonOf } from '../features/refunds/refund.domain';

/** An event about an unknown payment, or about one of another reservation, fails: staff have to look at it. */
async function checkBelongs(tx: Tx, paymentId: string, reservationId: string): Promise<void> {
  const { rowCount } = await tx.sql.query('SELECT 1 FROM payment WHERE id = $1 AND reservation_id = $2', [
    paymentId,
    reservationId,
  ]);
  if (rowCount === 0) throw new Problem('payment.unknown-order');
}

/** Marks payments for refund by events of their reservation. A repeated event has no further effect. */
export const onReservation = consumer(
  'ticketing.reservation.v1',
  'payments.on-reservation',
  {
    async unfulfillable({ paymentId, reservationId, reason }, tx, _meta, ctx) {
      await checkBelongs(tx, paymentId, reservationId);
      await markForRefund(resourcesOf(ctx).of(payment), tx, paymentId, reasonOf(reason));
    },
    async canceled({ reservationId, paymentIds }, tx, _meta, ctx) {
      const payments = resourcesOf(ctx).of(payment);
      // Sorted: one lock order for everything that locks several payments.
      for (const paymentId of [...paymentIds].sort()) {
        await checkBelongs(tx, paymentId, reservationId);
        await markForRefund(payments, tx, paymentId, 'CANCELLED');
      }
    },
    async overpaid({ reservationId, parts }, tx, _meta, ctx) {
      const payments = resourcesOf(ctx).of(payment);
      const sorted = [...parts].sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1));
      for (const { paymentId, amountMinor } of sorted) {
        await checkBelongs(tx, paymentId, reservationId);
        await markForRefund(payments, tx, paymentId, 'CHANGED', amountMinor);
      }
    },
  },
  { isGathered: true },
);
