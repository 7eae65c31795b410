import { resourcesOf } from '@coulisse/resource-server';
import { Problem, withAllRights, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { reservation } from '../../resources';
import type { CustomerFields } from '../../resources/reservation.resource';
import { fullName } from '../../resources/full-name';

export interface BuyerEdit {
  actor: Actor;
  id: string;
  /** The version that was read. */
  version: number;
  customer: CustomerFields & { email: string | null };
  tiers: string | null;
}

/** What a reservation or a gift voucher stores of its buyer beside the third party. */
export const buyerValues = ({ email, ...customerFields }: BuyerEdit['customer']) => ({
  customerName: fullName(customerFields),
  customerEmail: email,
  customerFields,
});

/**
 * Corrects the buyer of a reservation: name, address, telephone, e-mail, third party. Tickets that were sent before stay
 * valid; when they are sent again, they have the name of now.
 */
export async function editBuyer(request: BuyerEdit, ctx: ServiceContext): Promise<void> {
  const { actor, id, version, customer, tiers } = request;
  await ctx.db.inTenant(actor, async (tx) => {
    const reservations = resourcesOf(ctx).of(reservation);
    const seller = withAllRights(actor);
    const locked = await reservations.lock(tx, seller, id);
    if (locked.record.state === 'CANCELED') throw new Problem('reservation.is-canceled');
    const values = { ...buyerValues(customer), tiers };
    await reservations.update(tx, seller, locked, values, { version, action: 'edit-buyer' });
  });
}
