import { frontUrl } from '@coulisse/contracts/own-host';
import { resourcesOf } from '@coulisse/resource-server';
import { Problem, reply, route, type Actor, type ServiceContext } from '@coulisse/service-kit';
import type { Language } from '@coulisse/contracts';
import { z } from 'zod';
import type { SaleMails } from '../messages/sale-mails';
import { resendTickets } from '../reservations/resend-tickets.command';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import type { TicketKeys } from '../ticket-codes/ticket-keys';
import { edition, exchangeAnswer, shown } from '../changes/changes.routes';
import { CART_TOKEN } from '../catalogue/tenant-directory';
import { formulaBySeat } from '../holds/holds.routes';
import { cancelOrder } from './cancel-order.command';
import { exchangeOrder, quoteOrderExchange } from './exchange-order.command';
import { payOrder } from './pay-order.command';
import { calendarOf } from './order-calendar';
import { ORDER_KEY, type OrderLinks } from './order-links';
import { ordersOf } from './my-orders.read-model';
import { WALLET_MEDIA_TYPE, type WalletLinks, type WalletPasses } from '../wallet/wallet-passes';
import { googleWalletOf, walletCertificateOf, walletTicketOf } from '../wallet/wallet-ticket';
import { readOrder, type OrderRequest } from './order.read-model';
import { sendDocument } from '../send-document';

const base = '/app-api/prestiscene/reservations/order';
const tag = 'Orders';
/** Answers of a resend that must not differ from a success: they would say what happened to the order. */
const SILENT: ReadonlySet<string> = new Set([
  'reservation.resent-just-now',
  'reservation.no-tickets',
  'reservation.no-email',
]);

interface LinkRequest {
  actor: Actor;
  credential: string | null;
  language: Language;
}

interface OrderParts {
  sequencer: TicketSequencer;
  links: OrderLinks;
  keys: TicketKeys;
  mails: SaleMails;
  passes: WalletPasses;
  walletLinks: WalletLinks;
}

/** The order of a signed link, and the orders of a signed-in buyer. */
export const orderRoutes = ({ links, keys, mails, sequencer, passes, walletLinks }: OrderParts) => {
  /** Common parts of the routes that a link opens. */
  const byLink = {
    tag,
    access: 'public' as const,
    credential: ORDER_KEY,
    tenant: ({ credential: orderKey }: { credential: string | null }) =>
      Promise.resolve(links.open(orderKey).tenantId),
  };
  const requestOf = ({ credential: orderKey, language }: LinkRequest): OrderRequest => ({
    reservationId: links.open(orderKey).reservationId,
    language,
    signer: (tx) => keys.signer(tx),
  });
  const read = (request: LinkRequest, ctx: ServiceContext) =>
    ctx.db.inTenant(request.actor, (tx) => readOrder(tx, requestOf(request)));
  return [
    route.get(base, { ...byLink, summary: 'The order of a signed link' }, async (request, ctx) => {
      const { documentId: _documentId, ...order } = await read(request, ctx);
      return order;
    }),
    route.get(
      `${base}/tickets.pdf`,
      { ...byLink, summary: 'Tickets of the order of a signed link', stream: true },
      async (request, ctx, { res }) => {
        const { documentId, code, situation } = await read(request, ctx);
        if (situation === 'CANCELED' || situation === 'PERFORMANCE_CANCELED')
          throw new Problem('document.gone');
        if (documentId === null) throw new Problem('http.404');
        const { tenantId } = links.open(request.credential);
        await sendDocument(res, { tenantId, documentId, code, disposition: 'attachment' }, ctx);
      },
    ),
    route.get(
      `${base}/calendar.ics`,
      { ...byLink, summary: 'The evening of the order of a signed link, for calendars', stream: true },
      async (request, ctx, { res }) => {
        const order = await read(request, ctx);
        res
          .status(200)
          .set({
            'Content-Type': 'text/calendar; charset=utf-8',
            'Content-Disposition': `attachment; filename="${order.code}.ics"`,
            'Cache-Control': 'private, no-store',
          })
          .end(calendarOf(order, request.language));
      },
    ),
    route.post(
      `${base}/tickets/{seatId}/wallet-link`,
      {
        ...byLink,
        summary: 'Link that adds a ticket of the order of a signed link to Google Wallet',
        params: z.object({ seatId: z.uuid() }),
        status: 200,
      },
      async (request, ctx) => {
        const url = await ctx.db.inTenant(request.actor, async (tx) => {
          const order = await readOrder(tx, requestOf(request));
          const ticket = walletTicketOf(order, request.params.seatId, request.language);
          const front = frontUrl(request.headers, ctx.config.PUBLIC_URL);
          return walletLinks.link(ticket, await googleWalletOf(tx, ctx), new URL(front).origin);
        });
        return reply({ url }, { headers: { 'Cache-Control': 'private, no-store' } });
      },
    ),
    route.get(
      `${base}/tickets/{seatId}/wallet-pass`,
      {
        ...byLink,
        summary: 'A ticket of the order of a signed link, for the wallet of a phone',
        params: z.object({ seatId: z.uuid() }),
        stream: true,
      },
      async (request, ctx, { res }) => {
        const { ticket, certificate } = await ctx.db.inTenant(request.actor, async (tx) => {
          const order = await readOrder(tx, requestOf(request));
          return {
            ticket: walletTicketOf(order, request.params.seatId, request.language),
            certificate: await walletCertificateOf(tx, ctx),
          };
        });
        const pass = await passes.make(ticket, certificate);
        res
          .status(200)
          .set({
            'Content-Type': WALLET_MEDIA_TYPE,
            'Content-Disposition': 'attachment; filename="ticket.pkpass"',
            'Cache-Control': 'private, no-store',
          })
          .end(pass);
      },
    ),
    route.post(
      `${base}/resend`,
      { ...byLink, summary: 'Mail the tickets of the order of a signed link again', status: 202 },
      async ({ actor, credential: orderKey }, ctx) => {
        try {
          await resendTickets({ actor, reservationId: links.open(orderKey).reservationId }, mails, ctx);
        } catch (error) {
          if (!(error instanceof Problem) || !SILENT.has(error.code)) throw error;
        }
        return {};
      },
    ),
    route.post(
      `${base}/cancel`,
      {
        ...byLink,
        summary: 'Cancel the order of a signed link, for the amount that its buyer has seen',
        body: z.strictObject({ refundMinor: z.int().min(0) }),
        status: 204,
      },
      (request, ctx) =>
        ctx.db.inTenant(request.actor, (tx) =>
          cancelOrder(tx, resourcesOf(ctx), { ...requestOf(request), ...request.body }),
        ),
    ),
    route.post(
      `${base}/pay`,
      {
        ...byLink,
        summary: 'Start the payment of what is due for the order of a signed link, as its buyer has seen it',
        body: z.strictObject({ amountMinor: z.int().min(1).max(99_999_999) }),
      },
      ({ actor, credential: orderKey, body, headers }, ctx) =>
        payOrder(
          {
            actor,
            ...links.open(orderKey),
            ...body,
            frontUrl: frontUrl(headers, ctx.config.PUBLIC_URL),
          },
          ctx,
        ),
    ),
    route.post(
      `${base}/exchange/quote`,
      {
        ...byLink,
        summary:
          'What the seats of the cart would cost or give back instead of those of the order of a signed link',
        body: z.strictObject({ edition, formulaBySeat }),
        response: exchangeAnswer,
        status: 200,
      },
      ({ credential: orderKey, headers, body }, ctx) =>
        quoteOrderExchange({ ...links.open(orderKey), cartToken: headers[CART_TOKEN] ?? null, ...body }, ctx),
    ),
    route.post(
      `${base}/exchange`,
      {
        ...byLink,
        summary:
          'Exchange the order of a signed link for the seats of the cart; `shown` is the quote that was confirmed',
        body: z.strictObject({ edition, formulaBySeat, shown }),
        response: exchangeAnswer,
        idempotent: true,
      },
      ({ credential: orderKey, headers, body }, ctx) =>
        exchangeOrder(
          { ...links.open(orderKey), cartToken: headers[CART_TOKEN] ?? null, ...body },
          ctx,
          sequencer,
        ),
    ),
    route.get(
      '/app-api/prestiscene/reservations/mine',
      {
        summary: 'Reservations of the signed-in buyer, twenty at a time',
        tag,
        access: 'public',
        query: z.strictObject({
          when: z.enum(['UPCOMING', 'PAST']).default('UPCOMING'),
          after: z.string().max(120).optional(),
        }),
      },
      async ({ actor, query }, ctx) => {
        const { email, tenantId, subject } = actor;
        if (!email || !tenantId || !subject) throw new Problem('security.not-authenticated');
        const { items, next } = await ctx.db.inTenant(actor, (tx) => ordersOf(tx, { email, ...query }));
        return {
          items: items.map(({ reservationId, ...item }) => ({
            ...item,
            key: links.keyOf({ tenantId, reservationId }),
          })),
          next,
        };
      },
    ),
  ];
};
