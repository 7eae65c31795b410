import { resourcesOf } from '@coulisse/resource-server';
import { Problem, withAllRights, type ServiceContext } from '@coulisse/service-kit';
import { giftVoucher } from '../../resources';
import { buyerValues, type BuyerEdit } from '../desk/edit-buyer.command';

/** Corrects the buyer of a gift voucher: what is mailed from then on goes to the new address. */
export async function editVoucherBuyer(request: BuyerEdit, ctx: ServiceContext): Promise<void> {
  const { actor, id, version, customer, tiers } = request;
  await ctx.db.inTenant(actor, async (tx) => {
    const vouchers = resourcesOf(ctx).of(giftVoucher);
    const seller = withAllRights(actor);
    const locked = await vouchers.lock(tx, seller, id);
    if (locked.record.state === 'CANCELED') throw new Problem('gift-voucher.is-canceled');
    const values = { ...buyerValues(customer), customer: tiers };
    await vouchers.update(tx, seller, locked, values, { version, action: 'edit-buyer' });
  });
}
