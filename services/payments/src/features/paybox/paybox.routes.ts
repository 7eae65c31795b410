import { route, type Exchange, type ServiceContext } from '@coulisse/service-kit';
import { z } from 'zod';
import type { PayboxNotifications } from './paybox-notifications';

export const NOTIFICATION_PATH = '/app-api/payments/paybox/notification';
const RETURN_PATH = '/app-api/payments/paybox/return';

async function receive(
  notifications: PayboxNotifications,
  raw: string,
  ctx: ServiceContext,
  exchange: Exchange,
): Promise<void> {
  await notifications.settle(raw, ctx);
  // Paybox treats any response body as an error message.
  exchange.res.status(200).end();
}

const rawQuery = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

export const notificationRoutes = (notifications: PayboxNotifications) => [
  route.get(
    NOTIFICATION_PATH,
    {
      summary: 'Outcome of a Paybox payment, signed by the bank, in the query',
      access: 'public',
      stream: true,
    },
    (request, ctx, exchange) => receive(notifications, rawQuery(request.url), ctx, exchange),
  ),
  route.post(
    NOTIFICATION_PATH,
    {
      summary: 'Outcome of a Paybox payment, signed by the bank, in the body (PBX_RUF1=POST)',
      access: 'public',
      rawBody: true,
      stream: true,
    },
    (request, ctx, exchange) => receive(notifications, request.raw?.toString('utf8') ?? '', ctx, exchange),
  ),
  route.post(
    RETURN_PATH,
    {
      summary: 'What the bank signed and the buyer’s browser brought back; it counts as a notification does',
      access: 'public',
      body: z.strictObject({ query: z.string().max(4_000) }),
      status: 204,
    },
    ({ body }, ctx) => notifications.settle(body.query, ctx),
  ),
];
