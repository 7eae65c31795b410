import { resourcesOf } from '@coulisse/resource-server';
import { Problem, withAllRights, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { giftVoucher } from '../../resources';
import { fullName } from '../../resources/full-name';
import type { CustomerFields } from '../../resources/reservation.resource';

/** Corrects the buyer of a gift voucher: what is mailed from then on goes to the new address. */
export async function editVoucherBuyer(
  request: {
    actor: Actor;
    id: string;
    version: number;
    customer: CustomerFields & { email: string | null };
    tiers: string | null;
  },
  ctx: ServiceContext,
): Promise<void> {
  const { actor, id, version, tiers } = request;
  const { email, ...customerFields } = request.customer;
  await ctx.db.inTenant(actor, async (tx) => {
    const vouchers = resourcesOf(ctx).of(giftVoucher);
    const seller = withAllRights(actor);
    const locked = await vouchers.lock(tx, seller, id);
    if (locked.record.state === 'CANCELED') throw new Problem('gift-voucher.is-canceled');
    const values = {
      customerName: fullName(customerFields),
      customerEmail: email,
      customerFields,
      customer: tiers,
    };
    await vouchers.update(tx, seller, locked, values, { version, action: 'edit-buyer' });
  });
}
