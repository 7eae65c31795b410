import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { settlementsOf } from './settlements.read-model';

export const settlementRoutes = [
  route.get(
    '/b/api/sale/bills/{id}/settlements',
    {
      summary: 'What settles a bill: payments, credit notes and money of the box office',
      tag: 'sales.bill',
      access: { right: 'sales.bill.read' },
      params: z.object({ id: z.uuid() }),
    },
    ({ actor, params: { id } }, ctx) => ctx.db.inTenant(actor, (tx) => settlementsOf(tx, id)),
  ),
];
