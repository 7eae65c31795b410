import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { SYSTEMPAY_NOTIFICATION_PATH } from '../../resources/bank-settings.resource';
import type { SystempayNotifications } from './systempay-notifications';

const RETURN_PATH = '/app-api/payments/systempay/return';

export const systempayRoutes = (notifications: SystempayNotifications) => [
  route.post(
    SYSTEMPAY_NOTIFICATION_PATH,
    {
      summary: 'Outcome of a Systempay payment, signed by the bank, in the body',
      access: 'public',
      rawBody: true,
      stream: true,
    },
    async (request, ctx, exchange) => {
      await notifications.settle(request.raw?.toString('utf8') ?? '', ctx);
      // The bank shows the text in its back office, beside the report.
      exchange.res.status(200).type('text/plain').end('OK');
    },
  ),
  route.post(
    RETURN_PATH,
    {
      summary: 'What Systempay signed and the buyer’s browser brought back; it counts as a notification does',
      access: 'public',
      body: z.strictObject({ query: z.string().max(8_000) }),
      status: 204,
    },
    ({ body }, ctx) => notifications.settle(body.query, ctx),
  ),
];
