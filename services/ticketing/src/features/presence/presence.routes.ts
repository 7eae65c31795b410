import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { endPresence, renewPresence } from './presence.store';

const path = '/b/api/prestiscene/reservations/{id}/presence';
const tag = 'ticketing.reservation';
const access = { right: 'ticketing.reservation.read' };
const params = z.object({ id: z.uuid() });

/** Who has a reservation open, so that two people do not change it without knowing. */
export const presenceRoutes = [
  route.put(
    path,
    {
      summary: 'Note that the caller has the reservation open, every fifteen seconds; the others who have',
      tag,
      access,
      params,
      response: z.object({ others: z.array(z.object({ name: z.string(), since: z.string() })) }),
    },
    ({ actor, params: { id } }, ctx) =>
      ctx.db.inTenant(actor, async (tx) => ({ others: await renewPresence(tx, id) })),
  ),
  route.delete(
    path,
    { summary: 'Note that the caller has left the reservation', tag, access, params, status: 204 },
    async ({ actor, params: { id } }, ctx) => {
      await ctx.db.inTenant(actor, (tx) => {
        endPresence(tx, id);
        return Promise.resolve();
      });
    },
  ),
];
