import { reply, route } from '@coulisse/service-kit';
import { z } from 'zod';
import { CART_TOKEN, tenantOfId, type TenantDirectory } from '../catalogue/tenant-directory';
import { networkOf } from '../holds/hold.domain';
import { orNotFound } from '../or-not-found';
import { enterWaitingRoom } from './enter-waiting-room.command';
import { waitingRoomSummary } from './waiting-room.read-model';
import { leaveRoom } from './waiting-room.store';
import { WAITING_TOKEN, type WaitingRooms } from './waiting-rooms';

const byId = z.object({ id: z.uuid() });
const path = '/app-api/configuration/representations/{id}/waiting-room';
const tag = 'Waiting room';

const waitingView = z.object({
  state: z.enum(['ADMITTED', 'WAITING', 'EARLY', 'SOLD_OUT', 'CLOSED']),
  position: z.int().nullable(),
  expectedSeconds: z.int().nullable(),
  placesLeft: z.int().nullable(),
  pollAfterSeconds: z.int().nullable(),
});

const waitingRoomSummaryShape = z.object({
  mode: z.enum(['AUTO', 'ON', 'OFF']),
  isOpen: z.boolean(),
  isPaused: z.boolean(),
  waiting: z.int(),
  inside: z.int(),
  buyers: z.int(),
  placesLeft: z.int().nullable(),
  admittedPerMinute: z.int(),
});

export const waitingRoomRoutes = (tenants: TenantDirectory, rooms: WaitingRooms) => [
  route.post(
    path,
    {
      summary: 'Come in, or wait for admission; repeated by the buyer for as long as the page is open',
      tag,
      access: 'public',
      params: byId,
      response: waitingView,
      tenant: tenantOfId(tenants),
      credential: CART_TOKEN,
    },
    async ({ actor, params, headers, credential: cartToken }, ctx) => {
      const request = {
        actor,
        performanceId: params.id,
        claims: rooms.tokens.verify(headers[WAITING_TOKEN], params.id),
        cartToken,
        network: networkOf(headers),
        isOverloaded: rooms.pressure.isHigh,
      };
      const { view, token } = await enterWaitingRoom(ctx.db, request, rooms);
      return reply(view, { headers: token === null ? {} : { 'Waiting-Token': token } });
    },
  ),
  route.delete(
    path,
    {
      summary: 'Leave the line',
      tag,
      access: 'public',
      params: byId,
      status: 204,
      tenant: tenantOfId(tenants),
      credential: WAITING_TOKEN,
    },
    async ({ actor, params, credential: waitingToken }, ctx) => {
      const claims = rooms.tokens.verify(waitingToken ?? undefined, params.id);
      // A place that serves a cart ends with it: leaving the page does not release seats.
      if (claims && claims.cart === '')
        await ctx.db.inTenant(actor, (tx) => leaveRoom(tx, params.id, claims.placeId));
    },
  ),
  route.get(
    '/b/api/configuration/representations/{id}/waiting-room',
    {
      summary: 'Buyers who wait for a performance and who are inside',
      tag,
      access: { right: 'ticketing.performance.read' },
      params: byId,
      response: waitingRoomSummaryShape,
    },
    async ({ actor, params }, ctx) =>
      orNotFound(await ctx.db.inTenant(actor, (tx) => waitingRoomSummary(tx, params.id, rooms.limits))),
  ),
];
