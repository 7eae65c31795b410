import { Problem, route, sse } from '@coulisse/service-kit';
import { z } from 'zod';
import { tenantOfId } from '../catalogue/tenant-directory';
import { LiveSeats } from './live-seats';

export const liveSeatRoutes = [
  route.get(
    '/app-api/configuration/representations/{id}/events',
    {
      summary: 'Changes of seats as server-sent events: FREE, HELD, SOLD',
      tag: 'Seats',
      access: 'public',
      params: z.object({ id: z.uuid() }),
      tenant: tenantOfId,
      stream: true,
    },
    async ({ actor, params }, ctx, { res }) => {
      const known = await ctx.db.inTenant(actor, async (tx) => {
        const { rowCount } = await tx.sql.query(
          'SELECT 1 FROM performance WHERE tenant_id = $1 AND id = $2',
          [tx.tenantId, params.id],
        );
        return rowCount > 0;
      });
      if (!known) throw new Problem('http.404');
      ctx.get(LiveSeats).watch(params.id, sse(res));
    },
  ),
];
