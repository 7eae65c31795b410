import { consumer, NotTogether, type LockTogether } from '@coulisse/service-kit';
import { lockSteps } from '../features/sale/lock-sales';
import { recordStepAfter } from '../features/sale/settle-payment.command';

/** A buyer that was merged meanwhile is followed at once: the merge has moved the reservations of its time only. */
const LINK = `UPDATE reservation SET tiers_id = coalesce((SELECT merged_into FROM kit.reference
    WHERE tenant_id = $1 AND resource = 'crm.tiers' AND id = $4), $4)
  WHERE tenant_id = $1 AND id = $2`;

/** A merge moves reservations that no event names. */
const lockTogether: LockTogether<'crm.tiers.v1'> = async (events, tx) => {
  const ids = events.map(({ event }) => {
    if (event.$case !== 'buyerLinked') throw new NotTogether(event.$case);
    return event.value.reservationId;
  });
  await lockSteps(tx, ids, { reservations: true });
};

/** Third parties belong to crm; the kernel keeps their labels (docs/adr/0046), this links buyers to their reservations and gift vouchers. */
export const onTiers = consumer(
  'crm.tiers.v1',
  'ticketing.on-tiers',
  {
    async buyerLinked({ tiersId, reservationId }, tx) {
      recordStepAfter(tx, LINK, { reservationId, step: 'LINKED', value: tiersId });
    },
    async voucherBuyerLinked({ tiersId, giftVoucherId }, tx) {
      await tx.sql.query(
        `UPDATE gift_voucher SET customer_id = coalesce((SELECT merged_into FROM kit.reference
         WHERE tenant_id = $1 AND resource = 'crm.tiers' AND id = $3), $3)
       WHERE tenant_id = $1 AND id = $2`,
        [tx.tenantId, giftVoucherId, tiersId],
      );
    },
    /** In the same consumer group: earlier events of the merged third party have been handled by then. */
    async merged({ tiersId, mergedTiersId }, tx) {
      const values = [tx.tenantId, tiersId, mergedTiersId];
      await tx.sql.batch([
        {
          name: 'merge-buyers-of-reservations',
          text: 'UPDATE reservation SET tiers_id = $2 WHERE tenant_id = $1 AND tiers_id = $3',
          values,
        },
        {
          name: 'merge-buyers-of-vouchers',
          text: 'UPDATE gift_voucher SET customer_id = $2 WHERE tenant_id = $1 AND customer_id = $3',
          values,
        },
      ]);
    },
  },
  { together: 50, isGathered: true, lockTogether },
);
