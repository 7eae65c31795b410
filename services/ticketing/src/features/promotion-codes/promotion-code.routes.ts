import { plainLine, Problem, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { openCart } from '../cart/cart.store';
import { CART_TOKEN, tenantOfCart, type TenantDirectory } from '../catalogue/tenant-directory';
import { publicFormulas } from '../catalogue/sale-terms.read-model';
import { priceSeats, totalMinor } from '../checkout/pricing.domain';
import { seatsFrom, seatsOfCart } from '../performance-seats/seats.read-model';
import { withPromotionCode } from './promotion-code.store';

export const promotionCodeRoutes = (tenants: TenantDirectory) => [
  route.get(
    '/app-api/prestiscene/promotion-codes/by-code',
    {
      summary: 'What a promotion code takes off the cart of the Cart-Token',
      tag: 'Checkout',
      access: 'public',
      query: z.object({ code: plainLine(30) }),
      response: z.object({ discountMinor: z.int(), totalMinor: z.int() }),
      tenant: tenantOfCart(tenants),
      credential: CART_TOKEN,
    },
    ({ actor, credential: cartToken, query }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const cart = await openCart(tx, cartToken, 'read');
        if (!cart) throw new Problem('cart.not-found');
        const [seats] = await tx.sql.batch([seatsOfCart(tx, cart.performanceId, cart.id)]);
        const formulas = await publicFormulas(tx, cart.performanceId);
        const { priced: fullPrice } = priceSeats(seatsFrom(seats), formulas, cart.formulaBySeat);
        const { priced, discountMinor } = await withPromotionCode(tx, query.code, fullPrice, {
          performanceId: cart.performanceId,
          draftId: cart.reservationId,
        });
        return { discountMinor, totalMinor: totalMinor(priced) };
      }),
  ),
];
