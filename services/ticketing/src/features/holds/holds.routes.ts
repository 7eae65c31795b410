import { reply, route, settings } from '@coulisse/service-kit';
import { z } from 'zod';
import { ticketingShape } from '../../config';
import { timeOf } from '../cart/cart.store';
import { CART_TOKEN, tenantOfId, type TenantDirectory } from '../catalogue/tenant-directory';
import { WAITING_TOKEN, type WaitingRooms } from '../waiting-room/waiting-rooms';
import { networkOf } from './hold.domain';
import type { HoldReads } from './hold-reads';
import { checkHold, releaseSeats, takeChecked, type Hold } from './hold-seats.command';

const byId = z.object({ id: z.uuid() });
const path = '/app-api/configuration/representations/{id}/holds';
const tag = 'Holds';

/** Formulas by seat, as holds and the cart take them. */
export const formulaBySeat = z.record(z.uuid(), z.uuid()).default({});

/** Held seats in responses: the cart with its time, and the price of each seat. */
export const heldSeatsOf = ({ cart, newToken, priced, totalMinor }: Hold) => ({
  cart: {
    id: cart.id,
    ...(newToken ? { token: newToken } : {}),
    ...timeOf(cart, priced.length),
  },
  seats: priced.map(({ seat, formula }) => ({
    id: seat.id,
    row: seat.row,
    number: seat.number,
    tableId: seat.tableId,
    categoryName: seat.categoryName,
    formulaId: formula.id,
    formulaName: formula.name,
    priceMinor: formula.priceMinor,
  })),
  totalMinor,
});

export const holdRoutes = (tenants: TenantDirectory, rooms: WaitingRooms, reads: HoldReads) => [
  route.post(
    path,
    {
      summary: 'Give the cart exactly these seats of the performance, all of them or none',
      tag,
      access: 'public',
      params: byId,
      // The limit of a cart has its own error; this only bounds the input.
      body: z.strictObject({ seats: z.array(z.uuid()).max(500), formulaBySeat }),
      status: 201,
      tenant: tenantOfId(tenants),
      credential: CART_TOKEN,
    },
    async ({ actor, params, body, credential: cartToken, headers }, ctx) => {
      const entry = await rooms.admit(
        { performanceId: params.id, actor, cartToken, waitingToken: headers[WAITING_TOKEN] },
        ctx,
      );
      const request = {
        performanceId: params.id,
        seats: body.seats,
        formulaBySeat: body.formulaBySeat,
        token: cartToken,
        areChosen: true,
        network: networkOf(headers),
        limits: rooms.holdLimits(entry, settings(ctx, ticketingShape).HOLD_LIMITS),
      };
      const hold = await rooms.pressure.during(async () => {
        // The directory has found a tenant for this actor.
        const facts = await reads.read({ ...request, tenantId: actor.tenantId! }, ctx);
        const checked = checkHold(request, facts);
        return ctx.db.inTenant(actor, async (tx) => {
          const held = await takeChecked(tx, checked);
          await rooms.bind(tx, entry, held.newToken ?? cartToken ?? '');
          return held;
        });
      });
      const { newToken } = hold;
      if (newToken && actor.tenantId) tenants.rememberCart(newToken, actor.tenantId);
      const answer = heldSeatsOf(hold);
      return reply(answer, { status: 201, headers: rooms.passFor(entry, newToken ?? cartToken ?? '') });
    },
  ),
  route.delete(
    path,
    {
      summary: 'Let go of every seat of the cart',
      tag,
      access: 'public',
      params: byId,
      status: 204,
      tenant: tenantOfId(tenants),
      credential: CART_TOKEN,
    },
    async ({ actor, params, credential: cartToken }, ctx) => {
      await ctx.db.inTenant(actor, (tx) => releaseSeats(tx, params.id, cartToken));
    },
  ),
];
