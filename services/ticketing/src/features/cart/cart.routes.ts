import { Problem, route } from '@coulisse/service-kit';
import { CART_TOKEN, tenantOfCart, type TenantDirectory } from '../catalogue/tenant-directory';
import { readCart } from './cart.read-model';
import { extendTime, openCart } from './cart.store';

const base = '/app-api/prestiscene/reservations/cart';
const tag = 'Cart';

export const cartRoutes = (tenants: TenantDirectory) => [
  route.get(
    base,
    {
      summary: 'The cart of the Cart-Token',
      tag,
      access: 'public',
      tenant: tenantOfCart(tenants),
      credential: CART_TOKEN,
    },
    ({ actor, credential: cartToken }, ctx) => ctx.db.inTenant(actor, (tx) => readCart(tx, cartToken)),
  ),
  route.post(
    `${base}/extend`,
    {
      summary: 'Keep the seats for one more period, once',
      tag,
      access: 'public',
      tenant: tenantOfCart(tenants),
      credential: CART_TOKEN,
    },
    ({ actor, credential: cartToken }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const cart = await openCart(tx, cartToken);
        if (!cart) throw new Problem('cart.not-found');
        if (cart.expired) throw new Problem('hold.expired');
        // The extension is granted once: a repeated call returns the time that the first one set.
        const now = (await extendTime(tx, cart.id)) ?? cart;
        return {
          id: now.id,
          expiresAt: now.expiresAt?.toISOString() ?? null,
          secondsLeft: now.secondsLeft,
          extendable: false,
        };
      }),
  ),
];
