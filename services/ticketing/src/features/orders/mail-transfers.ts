import { siteUrl } from '@coulisse/contracts/own-host';
import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import { oneLine } from '@coulisse/templates';
import { transferData } from '../messages/sale-data';
import type { SaleMails } from '../messages/sale-mails';
import { transferMail } from '../messages/sale-template-kinds';
import type { TicketLinks } from './ticket-links';

interface Receiver extends Record<string, unknown> {
  itemId: string;
  name: string;
  email: string;
}

const RECEIVERS = `SELECT x.item_id AS "itemId", x.name, x.email FROM ticket_transfer x
  JOIN reservation_item i ON i.tenant_id = x.tenant_id AND i.id = x.item_id
  WHERE i.tenant_id = $1 AND i.reservation_id = $2 AND i.canceled_at IS NULL AND x.revoked_at IS NULL AND x.opened_at IS NULL`;

/** Mails everybody who has got a ticket of a reservation and has not opened it; once for each ticket, however often it is called. */
export async function mailTransfers(
  { tenantId, reservationId }: { tenantId: string; reservationId: string },
  { mails, links }: { mails: SaleMails; links: TicketLinks },
  ctx: ServiceContext,
): Promise<void> {
  const { rows } = await ctx.db.inTenant(systemActor(tenantId, 'mail transferred tickets'), (tx) =>
    tx.sql.query<Receiver>(RECEIVERS, [tenantId, reservationId]),
  );
  for (const { itemId, name, email } of rows)
    await mails.send(
      tenantId,
      {
        kind: transferMail,
        key: `transfer:${itemId}`,
        reservationId,
        to: { name: oneLine(name), address: email },
        data: (sale) =>
          transferData(sale, {
            name,
            seat: sale.items.find(({ id }) => id === itemId)?.seatLabel ?? '',
            url: links.urlOf(
              { tenantId, itemId },
              { publicUrl: siteUrl(ctx.config.PUBLIC_URL, sale.brand.host), language: sale.language },
            ),
          }),
        isNeeded: ({ state }) => state !== 'CANCELED',
      },
      ctx,
    );
}
