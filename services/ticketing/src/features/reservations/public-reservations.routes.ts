import { Problem, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { CART_TOKEN, tenantOfCart, type TenantDirectory } from '../catalogue/tenant-directory';
import type { OrderLinks } from '../orders/order-links';
import { ownReservation, type PublicReservation } from './public-reservation.read-model';
import { sendDocument } from '../send-document';

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
      await sendDocument(res, { tenantId: actor.tenantId, documentId, code, disposition: 'inline' }, ctx);
    },
  ),
];
