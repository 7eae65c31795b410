import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { customerFigures } from './customer-figures.read-model';

export const customerFiguresRoutes = [
  route.get(
    '/b/api/prestiscene/reservations/customers/{id}/figures',
    {
      summary: 'What a customer paid for reservations, what is due, and what is to be refunded',
      tag: 'ticketing.reservation',
      access: { right: 'ticketing.reservation.read' },
      params: z.object({ id: z.uuid() }),
      response: z.object({ paidMinor: z.int(), toRefundMinor: z.int(), dueMinor: z.int() }),
    },
    ({ actor, params }, ctx) => ctx.db.inTenant(actor, (tx) => customerFigures(tx, params.id)),
  ),
];
