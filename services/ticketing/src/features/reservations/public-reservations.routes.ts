import { Problem, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { CART_TOKEN, tenantOfCart, type TenantDirectory } from '../catalogue/tenant-directory';
import type { OrderLinks } from '../orders/order-links';
import { ownReservation, type PublicReservation } from './public-reservation.read-model';

const byId = z.object({ id: z.uuid() });
const base = '/app-api/prestiscene/reservations/{id}';
const tag = 'Reservations';

export const publicReservationRoutes = (tenants: TenantDirectory, links: OrderLinks) => [
  route.get(
    base,
    {
      summary: 'Outcome of one’s own reservation',
      tag,
      access: 'public',
      params: byId,
      tenant: tenantOfCart(tenants),
      credential: CART_TOKEN,
    },
    ({ actor, params, credential: cartToken, language }, ctx) =>
      ctx.db.inTenant(actor, async (tx): Promise<PublicReservation> => {
        const own = await ownReservation(tx, params.id, cartToken, language);
        const order = { tenantId: tx.tenantId, reservationId: own.id };
        return { ...own, orderKey: own.state === 'DRAFT' ? null : links.keyOf(order) };
      }),
  ),
  route.get(
    `${base}/tickets.pdf`,
    {
      summary: 'Tickets of one’s own reservation',
      tag,
      access: 'public',
      params: byId,
      tenant: tenantOfCart(tenants),
      credential: CART_TOKEN,
      stream: true,
    },
    async ({ actor, params, credential: cartToken, language }, ctx, { res }) => {
      const { documentId, code, state } = await ctx.db.inTenant(actor, (tx) =>
        ownReservation(tx, params.id, cartToken, language),
      );
      if (state === 'CANCELED') throw new Problem('document.gone');
      if (!documentId || !actor.tenantId) throw new Problem('http.404');
      const file = await ctx.clients.documents.getDocument({ tenantId: actor.tenantId, documentId });
      res
        .status(200)
        .set({
          'Content-Type': file.mediaType,
          'Content-Disposition': `inline; filename="${code}.pdf"`,
          'Cache-Control': 'private, no-store',
        })
        .end(Buffer.from(file.content));
    },
  ),
];
