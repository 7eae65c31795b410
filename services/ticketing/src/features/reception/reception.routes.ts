import { resourcesOf } from '@coulisse/resource-server';
import { localDate } from '@coulisse/contracts';
import { plainDay, plainLine, Problem, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { markArrived } from './mark-arrived.command';
import { receptionList, receptionOf } from './reception.read-model';

const base = '/b/api/prestiscene/reception/representations';
const ofPerformance = z.object({ id: z.uuid() });
const ofReservation = z.object({ id: z.uuid(), reservation: z.uuid() });
const tag = 'Reception';
const read = { right: 'ticketing.reception.read' };
const write = { right: 'ticketing.reception.update' };

export const receptionRoutes = [
  route.get(
    base,
    {
      summary: 'Performances of a day, or all from today on',
      tag,
      access: read,
      query: z.strictObject({ date: plainDay().optional() }),
    },
    async ({ actor, query }, ctx) => ({
      items: await ctx.db.inTenant(actor, (tx) =>
        receptionOf(tx, query.date ? { day: query.date } : { from: localDate(new Date(), tx.zone) }),
      ),
    }),
  ),
  route.get(
    `${base}/{id}/reservations`,
    {
      summary: 'The door list of a performance',
      tag,
      access: read,
      params: ofPerformance,
      query: z.strictObject({
        q: plainLine(120).default(''),
        display: z.enum(['ALL', 'ARRIVED', 'NOT_ARRIVED']).default('ALL'),
        sort: z.enum(['NAME', 'RESERVATION', 'TABLE']).default('NAME'),
      }),
    },
    ({ actor, params, query }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => {
        const { rowCount } = await tx.sql.query(
          'SELECT 1 FROM performance WHERE tenant_id = $1 AND id = $2',
          [tx.tenantId, params.id],
        );
        if (rowCount === 0) throw new Problem('http.404');
        return receptionList(tx, params.id, query);
      }),
  ),
  route.post(
    `${base}/{id}/reservations/{reservation}/arrived`,
    { summary: 'The whole party is there', tag, access: write, params: ofReservation },
    ({ actor, params }, ctx) =>
      ctx.db.inTenant(actor, (tx) => markArrived(tx, resourcesOf(ctx), params.id, params.reservation, 'all')),
  ),
  route.post(
    `${base}/{id}/reservations/{reservation}/arrived-count`,
    {
      summary: 'So many people of the party are there',
      tag,
      access: write,
      params: ofReservation,
      body: z.strictObject({ arrivedCount: z.int().min(0) }),
    },
    ({ actor, params, body }, ctx) =>
      ctx.db.inTenant(actor, (tx) =>
        markArrived(tx, resourcesOf(ctx), params.id, params.reservation, body.arrivedCount),
      ),
  ),
];
