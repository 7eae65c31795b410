import { resourcesOf } from '@coulisse/resource-server';
import { consumer } from '@coulisse/service-kit';
import { checkBelongs } from '../features/refunds/check-belongs';
import { markForRefund } from '../features/refunds/mark-refund.command';
import { reasonOf } from '../features/refunds/refund.domain';
import { payment } from '../resources';

/** Marks payments for refund by events of their gift voucher. A repeated event has no further effect. */
export const onGiftVoucher = consumer(
  'ticketing.gift-voucher.v1',
  'payments.on-gift-voucher',
  {
    async unfulfillable({ paymentId, giftVoucherId, reason }, tx, _meta, ctx) {
      await checkBelongs(tx, paymentId, { giftVoucherId });
      await markForRefund(resourcesOf(ctx).of(payment), tx, paymentId, reasonOf(reason));
    },
    async canceled({ giftVoucherId, paymentIds }, tx, _meta, ctx) {
      const payments = resourcesOf(ctx).of(payment);
      // Sorted: one lock order for everything that locks several payments.
      for (const paymentId of [...paymentIds].sort()) {
        await checkBelongs(tx, paymentId, { giftVoucherId });
        await markForRefund(payments, tx, paymentId, 'CANCELLED');
      }
    },
  },
  { isGathered: true },
);
