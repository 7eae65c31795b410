import { consumer } from '@coulisse/service-kit';
import { buyerOf, type Buyer } from '../features/buyers/buyer.domain';
import { currentTiers } from '../features/buyers/current-tiers.read-model';
import { upsertBuyer } from '../features/buyers/upsert-buyer.command';

interface Sold {
  /** Third party that the desk chose; empty without one. */
  tiersId: string;
  buyer: Buyer | null;
}

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
      handle: async ({ giftVoucherId }, tx, _meta, _ctx, { tiersId: chosenId, buyer }: Sold) => {
        const chosen = chosenId ? await currentTiers(tx, chosenId) : null;
        const email = buyer?.email;
        // Entered without an e-mail address: there is no third party to create.
        if (!chosen && (!buyer || !email)) return;
        const tiersId = chosen ?? (await upsertBuyer(tx, { ...buyer!, email: email! }));
        await tx.publish('crm.tiers.v1', tiersId, {
          $case: 'voucherBuyerLinked',
          value: { tiersId, giftVoucherId },
        });
      },
    },
  },
  { isGathered: true },
);
