import { route } from '@coulisse/service-kit';
import { revalidated } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { openCart } from '../cart/cart.store';
import { CART_TOKEN, tenantOfId, type TenantDirectory } from '../catalogue/tenant-directory';
import { orNotFound } from '../or-not-found';
import { seatMap } from './seat-map.read-model';

const byId = z.object({ id: z.uuid() });
const tag = 'Seats';

export const performanceSeatRoutes = (tenants: TenantDirectory) => [
  route.get(
    '/b/api/configuration/representations/{id}/plan',
    {
      summary: 'Plan of a performance with the state of every seat',
      tag,
      access: { right: 'ticketing.performance.read' },
      params: byId,
    },
    async ({ actor, params }, ctx) =>
      orNotFound(await ctx.db.inTenant(actor, (tx) => seatMap(tx, params.id, { cartId: null, staff: true }))),
  ),
  route.get(
    '/app-api/configuration/representations/{id}/plan',
    {
      summary: 'Plan of a performance; the seats of the caller’s cart are MINE',
      tag,
      access: 'public',
      params: byId,
      tenant: tenantOfId(tenants),
      credential: CART_TOKEN,
    },
    async ({ actor, params, headers, credential: cartToken }, ctx) => {
      const plan = await ctx.db.inTenant(actor, async (tx) => {
        const cart = await openCart(tx, cartToken, 'read');
        return seatMap(tx, params.id, { cartId: cart?.id ?? null, staff: false });
      });
      return revalidated(orNotFound(plan), headers['if-none-match'], 'Cart-Token');
    },
  ),
];
