import { reply, route, settings } from '@coulisse/service-kit';
import { z } from 'zod';
import { ticketingShape } from '../../config';
import { CART_TOKEN, tenantOfId, type TenantDirectory } from '../catalogue/tenant-directory';
import type { PlacementRooms } from '../placement/rooms';
import { WAITING_TOKEN, type WaitingRooms } from '../waiting-room/waiting-rooms';
import { driverSeatOf, driversOfCart } from './drivers-of-cart';
import { holdDriversOnline } from './hold-drivers-online.command';

/** No more than the largest group has a right to. */
const MAX_DRIVERS = 150;

export const driverRoutes = (tenants: TenantDirectory, waiting: WaitingRooms, rooms: PlacementRooms) => [
  route.post(
    '/app-api/configuration/representations/{id}/drivers',
    {
      summary:
        'Free seats for so many drivers of the group in the cart, of those that its places give a right to',
      tag: 'Holds',
      access: 'public',
      params: z.object({ id: z.uuid() }),
      body: z.strictObject({ count: z.int().min(0).max(MAX_DRIVERS) }),
      response: driversOfCart,
      status: 200,
      tenant: tenantOfId(tenants),
      credential: CART_TOKEN,
    },
    async ({ actor, params, body: { count }, credential: token, headers }, ctx) => {
      const performanceId = params.id;
      const entry = await waiting.admit(
        { performanceId, actor, cartToken: token, waitingToken: headers[WAITING_TOKEN] },
        ctx,
      );
      const limits = waiting.holdLimits(entry, settings(ctx, ticketingShape).HOLD_LIMITS);
      const request = { performanceId, token, count, limits };
      const { allowed, seats } = await waiting.pressure.during(() =>
        holdDriversOnline({ actor, rooms, ctx }, request),
      );
      const answer = { allowed, seats: seats.map(driverSeatOf) };
      return reply(answer, { status: 200, headers: waiting.passFor(entry, token ?? '') });
    },
  ),
];
