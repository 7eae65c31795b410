import { Problem, route, sse } from '@coulisse/service-kit';
import { z } from 'zod';
import { tenantOfId, type TenantDirectory } from '../catalogue/tenant-directory';
import type { LiveSeats } from './live-seats';

export const liveSeatRoutes = (tenants: TenantDirectory, liveSeats: LiveSeats) => [
  route.get(
    '/app-api/configuration/representations/{id}/events',
    {
      summary: 'Changes of seats as server-sent events: FREE, HELD, SOLD',
      tag: 'Seats',
      access: 'public',
      params: z.object({ id: z.uuid() }),
      tenant: tenantOfId(tenants),
      stream: true,
    },
    async ({ actor, params }, ctx, { res }) => {
      const exists = await ctx.db.inTenant(actor, async (tx) => {
        const { rowCount } = await tx.sql.query(
          'SELECT 1 FROM performance WHERE tenant_id = $1 AND id = $2',
          [tx.tenantId, params.id],
        );
        return rowCount > 0;
      });
      if (!exists) throw new Problem('http.404');
      liveSeats.watch(params.id, sse(res));
    },
  ),
];
