import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import type { SaleMails } from '../messages/sale-mails';
import { resendTickets } from './resend-tickets.command';

export const resendTicketsRoutes = (mails: SaleMails) => [
  route.post(
    '/b/api/prestiscene/reservations/{id}/resend-tickets',
    {
      summary: 'Mail the tickets of a reservation again, at most once a minute',
      tag: 'ticketing.reservation',
      access: { right: 'ticketing.reservation.sell' },
      params: z.object({ id: z.uuid() }),
      status: 204,
    },
    ({ actor, params }, ctx) => resendTickets({ actor, reservationId: params.id }, mails, ctx),
  ),
];
