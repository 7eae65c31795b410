import { resourcesOf } from '@coulisse/resource-server';
import { consumer } from '@coulisse/service-kit';
import { payment } from '../resources';
import { checkBelongs } from '../features/refunds/check-belongs';
import { markForRefund } from '../features/refunds/mark-refund.command';
import { reasonOf } from '../features/refunds/refund.domain';

/** Marks payments for refund by events of their reservation. A repeated event has no further effect. */
export const onReservation = consumer(
  'ticketing.reservation.v1',
  'payments.on-reservation',
  {
    async unfulfillable({ paymentId, reservationId, reason }, tx, _meta, ctx) {
      await checkBelongs(tx, paymentId, { reservationId });
      await markForRefund(resourcesOf(ctx).of(payment), tx, paymentId, reasonOf(reason));
    },
    async canceled({ reservationId, paymentIds }, tx, _meta, ctx) {
      const payments = resourcesOf(ctx).of(payment);
      // Sorted: one lock order for everything that locks several payments.
      for (const paymentId of [...paymentIds].sort()) {
        await checkBelongs(tx, paymentId, { reservationId });
        await markForRefund(payments, tx, paymentId, 'CANCELLED');
      }
    },
    async overpaid({ reservationId, parts }, tx, _meta, ctx) {
      const payments = resourcesOf(ctx).of(payment);
      const sorted = [...parts].sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1));
      for (const { paymentId, amountMinor } of sorted) {
        await checkBelongs(tx, paymentId, { reservationId });
        await markForRefund(payments, tx, paymentId, 'CHANGED', amountMinor);
      }
    },
  },
  { isGathered: true },
);
