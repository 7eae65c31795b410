import { resourcesOf } from '@coulisse/resource-server';
import { Problem, withAllRights, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { reservation } from '../../resources';
import type { CustomerFields } from '../../resources/reservation.resource';
import { fullName } from '../../resources/full-name';

/**
 * Corrects the buyer of a reservation: name, address, telephone, e-mail, third party. Tickets name no buyer, so that those
 * sent before stay valid.
 */
export async function editBuyer(
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
    const reservations = resourcesOf(ctx).of(reservation);
    const seller = withAllRights(actor);
    const locked = await reservations.lock(tx, seller, id);
    if (locked.record.state === 'CANCELED') throw new Problem('reservation.is-canceled');
    const customerName = fullName(customerFields);
    const values = { customerName, customerEmail: email, customerFields, tiers };
    await reservations.update(tx, seller, locked, values, { version, action: 'edit-buyer' });
  });
}
