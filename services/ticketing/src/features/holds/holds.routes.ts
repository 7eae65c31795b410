import { route, settings } from '@coulisse/service-kit';
import { z } from 'zod';
import { ticketingShape } from '../../config';
import { timeOf } from '../cart/cart.store';
import { tenantOfId } from '../catalogue/tenant-directory';
import { networkOf } from './hold.domain';
import { holdSeats, releaseSeats } from './hold-seats.command';

const byId = z.object({ id: z.uuid() });
const path = '/app-api/configuration/representations/{id}/holds';
const tag = 'Holds';

/** Formulas by seat, as holds and the cart take them. */
export const formulaBySeat = z.record(z.uuid(), z.uuid()).default({});

export const holdRoutes = [
  route.post(
    path,
    {
      summary: 'Give the cart exactly these seats of the performance, all of them or none',
      tag,
      access: 'public',
      params: byId,
      // A longer list is refused by its own message; this only bounds what is read.
      body: z.strictObject({ seats: z.array(z.uuid()).max(500), formulaBySeat }),
      status: 201,
      tenant: tenantOfId,
    },
    async ({ actor, params, body, cartToken, headers }, ctx) => {
      const asked = {
        performanceId: params.id,
        seats: body.seats,
        formulaBySeat: body.formulaBySeat,
        token: cartToken,
        network: networkOf(headers),
        limits: settings(ctx, ticketingShape).HOLD_LIMITS,
      };
      const hold = await ctx.db.inTenant(actor, (tx) => holdSeats(tx, asked));
      const { cart, newToken, priced } = hold;
      return {
        cart: {
          id: cart.id,
          ...(newToken ? { token: newToken } : {}),
          ...timeOf(cart, priced.length),
        },
        seats: priced.map(({ seat, formula }) => ({
          id: seat.id,
          row: seat.row,
          number: seat.number,
          categoryName: seat.categoryName,
          formulaId: formula.id,
          formulaName: formula.name,
          priceMinor: formula.priceMinor,
        })),
        totalMinor: hold.totalMinor,
      };
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
      tenant: tenantOfId,
    },
    async ({ actor, params, cartToken }, ctx) => {
      await ctx.db.inTenant(actor, (tx) => releaseSeats(tx, params.id, cartToken));
    },
  ),
];
