import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import type { SaleMails } from '../messages/sale-mails';
import { sendPaymentLink } from './send-payment-link.command';

export const paymentLinkRoutes = (mails: SaleMails) => [
  route.post(
    '/b/api/prestiscene/reservations/{id}/send-payment-link',
    {
      summary: 'Mail the buyer the link by which they pay what is left, at most once a minute',
      tag: 'ticketing.reservation',
      access: { right: 'ticketing.reservation.sell' },
      params: z.object({ id: z.uuid() }),
      status: 204,
    },
    ({ actor, params }, ctx) => sendPaymentLink({ actor, reservationId: params.id }, mails, ctx),
  ),
];
