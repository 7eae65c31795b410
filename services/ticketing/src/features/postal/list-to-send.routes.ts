import { resourcesOf } from '@coulisse/resource-server';
import { may, Problem, route, withAllRights, type Actor, type Tx } from '@coulisse/service-kit';
import { z } from 'zod';
import { giftVoucher, reservation } from '../../resources';
import { togglePosted } from './toggle-posted.command';

const KIND = `SELECT "kind" FROM "list_to_send_item" WHERE "tenant_id" = $1 AND "id" = $2`;

async function kindOf(tx: Tx, id: string): Promise<'RESERVATION' | 'GIFT_VOUCHER'> {
  const { rows } = await tx.sql.query<{ kind: 'RESERVATION' | 'GIFT_VOUCHER' }>(KIND, [tx.tenantId, id]);
  const kind = rows[0]?.kind;
  if (!kind) throw new Problem('http.404');
  return kind;
}

/** Reservations offer no such step to people, as few are posted: it is done here in their name, which the history keeps. */
const inNameOf = (actor: Actor): Actor => ({ ...withAllRights(actor), kind: 'system' });

export const listToSendRoutes = [
  route.post(
    '/b/api/prestiscene/list-to-send/{id}/toggle-sent',
    {
      summary: 'Mark what is sent by post as sent, or as not sent any more (R-044)',
      tag: 'ticketing.list-to-send-item',
      access: { right: 'ticketing.list-to-send.read' },
      params: z.object({ id: z.uuid() }),
      response: z.object({ isSent: z.boolean() }),
    },
    ({ actor, params: { id } }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const kind = await kindOf(tx, id);
        if (kind === 'GIFT_VOUCHER')
          return { isSent: await togglePosted(resourcesOf(ctx).of(giftVoucher), tx, actor, id) };
        if (!may(actor, 'ticketing.reservation.post')) throw new Problem('security.insufficient-privilege');
        const reservations = resourcesOf(ctx).of(reservation);
        return { isSent: await togglePosted(reservations, tx, inNameOf(actor), id) };
      }),
  ),
];
