import { reply, route } from '@coulisse/service-kit';
import { JsonText, revalidated, revalidatedBy } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { CART_TOKEN, tenantOfId, type TenantDirectory } from '../catalogue/tenant-directory';
import { orNotFound } from '../or-not-found';
import { seatViews } from './seat-views.read-model';
import type { SeatMaps } from './seat-map.read-model';
import { planDifference, synchroniseWithPlan } from './synchronise.command';

const byId = z.object({ id: z.uuid() });
const bySeating = z.object({ id: z.uuid(), seatingId: z.uuid() });
const tag = 'Seats';
const SYNCHRONISE = '/b/api/configuration/representations/{id}/sync-with-plan-salle';
/** The seats under a seating id never change; every visitor may have them. */
const FOREVER = 'public, max-age=31536000, immutable';

export const performanceSeatRoutes = (tenants: TenantDirectory, maps: SeatMaps) => [
  route.get(
    '/b/api/configuration/representations/{id}/plan',
    {
      summary: 'Plan of a performance with the state of every seat',
      tag,
      access: { right: 'ticketing.performance.read' },
      params: byId,
    },
    async ({ actor, params }, ctx) => orNotFound(await maps.forStaff(ctx, actor, params.id)),
  ),
  route.get(
    SYNCHRONISE,
    {
      summary: 'What a synchronisation with the room plan would change',
      tag,
      access: { right: 'ticketing.performance.read' },
      params: byId,
    },
    async ({ actor, params }, ctx) =>
      orNotFound(await ctx.db.inTenant(actor, (tx) => planDifference(tx, params.id))),
  ),
  route.post(
    SYNCHRONISE,
    {
      summary: 'Synchronise the seats with the room plan; sold and held seats stay where they are',
      tag,
      access: { right: 'ticketing.performance.update' },
      params: byId,
      body: z.strictObject({ planVersion: z.int().min(1) }),
    },
    async ({ actor, params, body }, ctx) =>
      orNotFound(await ctx.db.inTenant(actor, (tx) => synchroniseWithPlan(tx, params.id, body.planVersion))),
  ),
  route.get(
    '/app-api/configuration/representations/{id}/plan',
    {
      summary: 'Plan of a performance; the seats of the caller’s cart are MINE',
      tag,
      access: 'public',
      params: byId,
      tenant: tenantOfId(tenants),
      credential: CART_TOKEN,
    },
    async ({ actor, params, headers, credential }, ctx) => {
      const states = orNotFound(await maps.states(ctx, actor, params.id, credential));
      const { text, gzip } = orNotFound(await maps.whole(ctx, actor, states));
      const source = JSON.stringify(states);
      const body = () => gzip.jsonOf(source, text);
      return revalidatedBy(source, body, headers['if-none-match'], 'Cart-Token');
    },
  ),
  route.get(
    '/app-api/configuration/representations/{id}/plan/states',
    {
      summary:
        'State of every seat of a performance: a letter each in the order of the plan, F free, H held, S sold, B blocked, M in the caller’s cart',
      tag,
      access: 'public',
      params: byId,
      tenant: tenantOfId(tenants),
      credential: CART_TOKEN,
    },
    async ({ actor, params, headers, credential }, ctx) =>
      revalidated(
        orNotFound(await maps.states(ctx, actor, params.id, credential)),
        headers['if-none-match'],
        'Cart-Token',
      ),
  ),
  route.get(
    '/app-api/configuration/representations/{id}/plan/seats/{seatingId}',
    {
      summary:
        'Seats of a performance without their states, as columns; `plan/states` names their `seatingId`',
      tag,
      access: 'public',
      params: bySeating,
      tenant: tenantOfId(tenants),
    },
    async ({ actor, params }, ctx) => {
      const columns = orNotFound(await maps.columns(ctx, actor, params.id, params.seatingId));
      return reply(new JsonText(columns), {
        headers: { 'Cache-Control': FOREVER, ETag: `"${params.seatingId}"` },
      });
    },
  ),
  route.get(
    '/app-api/configuration/representations/{id}/plan/views',
    {
      summary:
        'Pictures of what is seen from the seats of a performance, each with the numbers of its seats by row',
      tag,
      access: 'public',
      params: byId,
      tenant: tenantOfId(tenants),
    },
    async ({ actor, params, headers }, ctx) =>
      revalidated(
        { items: orNotFound(await ctx.db.inTenant(actor, (tx) => seatViews(tx, params.id))) },
        headers['if-none-match'],
      ),
  ),
];
