import { consumer } from '@coulisse/service-kit';
import { buyerOf } from '../features/buyers/buyer.domain';
import { tiersOfBuyer, type Sold } from '../features/buyers/tiers-of-buyer.command';

/** Makes the buyer of a gift voucher a third party, and links it to the voucher, as those of reservations are. */
export const onGiftVoucher = consumer(
  'ticketing.gift-voucher.v1',
  'crm.on-gift-voucher',
  {
    validated: {
      // The event carries no personal data: the buyer is read from ticketing before the transaction opens.
      prepare: async ({ giftVoucherId }, { tenantId }, ctx) => {
        const { customer, tiersId } = await ctx.clients.ticketing.getVoucherBuyer({
          tenantId,
          giftVoucherId,
        });
        return { tiersId, buyer: customer ? buyerOf(customer) : null };
      },
      handle: async ({ giftVoucherId }, tx, _meta, _ctx, sold: Sold) => {
        const tiersId = await tiersOfBuyer(tx, sold);
        if (!tiersId) return;
        await tx.publish('crm.tiers.v1', tiersId, {
          $case: 'voucherBuyerLinked',
          value: { tiersId, giftVoucherId },
        });
      },
    },
  },
  { isGathered: true },
);
