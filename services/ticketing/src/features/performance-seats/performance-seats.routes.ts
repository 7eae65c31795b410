import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { openCart } from '../cart/cart.store';
import { tenantOfId } from '../catalogue/tenant-directory';
import { found } from '../found';
import { seatMap } from './seat-map.read-model';

const byId = z.object({ id: z.uuid() });
const tag = 'Seats';

export const performanceSeatRoutes = [
  route.get(
    '/b/api/configuration/representations/{id}/plan',
    {
      summary: 'Plan of a performance with the state of every seat',
      tag,
      access: { right: 'ticketing.performance.read' },
      params: byId,
    },
    async ({ actor, params }, ctx) =>
      found(await ctx.db.inTenant(actor, (tx) => seatMap(tx, params.id, { cartId: null, staff: true }))),
  ),
  route.get(
    '/app-api/configuration/representations/{id}/plan',
    {
      summary: 'Plan of a performance; the seats of the caller’s cart are MINE',
      tag,
      access: 'public',
      params: byId,
      tenant: tenantOfId,
    },
    async ({ actor, params, cartToken }, ctx) =>
      found(
        await ctx.db.inTenant(actor, async (tx) => {
          const cart = await openCart(tx, cartToken, 'read');
          return seatMap(tx, params.id, { cartId: cart?.id ?? null, staff: false });
        }),
      ),
  ),
];
