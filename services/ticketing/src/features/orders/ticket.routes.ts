import { plainLine, route } from '@coulisse/service-kit';
import { buyerName, optionalBuyerName } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { edition } from '../changes/changes.routes';
import type { TicketKeys } from '../ticket-codes/ticket-keys';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { ORDER_KEY, type OrderLinks } from './order-links';
import { TICKET_KEY, type TicketLinks } from './ticket-links';
import { nameTicket, takeBackTicket, transferTicket } from './transfer-ticket.command';
import { openTicket } from './transferred-ticket.read-model';

const base = '/app-api/prestiscene/reservations/order/tickets/{itemId}';
const tag = 'Orders';
const params = z.object({ itemId: z.uuid() });

interface TicketRouteParts {
  links: OrderLinks;
  ticketLinks: TicketLinks;
  keys: TicketKeys;
  sequencer: TicketSequencer;
}

/** What the buyer does with single tickets of the order of a signed link, and what their receivers open. */
export const ticketRoutes = ({ links, ticketLinks, keys, sequencer }: TicketRouteParts) => {
  const byLink = {
    tag,
    access: 'public' as const,
    credential: ORDER_KEY,
    tenant: ({ credential: orderKey }: { credential: string | null }) =>
      Promise.resolve(links.open(orderKey).tenantId),
    params,
    status: 204 as const,
  };
  return [
    route.post(
      `${base}/name`,
      {
        ...byLink,
        summary: 'Write who comes with a ticket of the order of a signed link; an empty name takes it away',
        body: z.strictObject({ edition, name: optionalBuyerName() }),
      },
      ({ credential: orderKey, params: { itemId }, body }, ctx) =>
        nameTicket({ ctx, sequencer }, { ...links.open(orderKey), itemId, ...body }),
    ),
    route.post(
      `${base}/transfer`,
      {
        ...byLink,
        summary:
          'Pass a ticket of the order of a signed link on: its code is void, and the receiver is mailed',
        body: z.strictObject({
          edition,
          name: buyerName(),
          email: plainLine(254).toLowerCase().pipe(z.email()),
        }),
      },
      ({ credential: orderKey, params: { itemId }, body }, ctx) =>
        transferTicket({ ctx, sequencer }, { ...links.open(orderKey), itemId, ...body }),
    ),
    route.post(
      `${base}/take-back`,
      {
        ...byLink,
        summary: 'Take a ticket back that its receiver has not opened',
        body: z.strictObject({ edition }),
      },
      ({ credential: orderKey, params: { itemId }, body }, ctx) =>
        takeBackTicket({ ctx, sequencer }, { ...links.open(orderKey), itemId, ...body }),
    ),
    route.post(
      '/app-api/prestiscene/tickets/open',
      {
        tag,
        access: 'public',
        credential: TICKET_KEY,
        tenant: ({ credential: ticketKey }: { credential: string | null }) =>
          Promise.resolve(ticketLinks.open(ticketKey).tenantId),
        summary: 'Open the transferred ticket of a signed link',
        status: 200,
      },
      ({ actor, credential: ticketKey, language }, ctx) =>
        ctx.db.inTenant(actor, (tx) =>
          openTicket(tx, {
            itemId: ticketLinks.open(ticketKey).itemId,
            language,
            signer: (inner) => keys.signer(inner),
          }),
        ),
    ),
  ];
};
