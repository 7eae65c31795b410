import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { CART_TOKEN } from '../catalogue/tenant-directory';
import { formulaBySeat } from '../holds/holds.routes';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { quoteRevision, reviseReservation } from './revise-reservation.command';

const base = '/b/api/prestiscene/reservations/{id}/revise';
const tag = 'ticketing.reservation';
const access = { right: 'ticketing.reservation.sell' };
const params = z.object({ id: z.uuid() });
const MOST_PLACES = 300;
const revision = { keep: z.array(z.uuid()).max(MOST_PLACES), formulaBySeat };
const answer = z.object({
  totalBeforeMinor: z.int(),
  totalMinor: z.int(),
  paidMinor: z.int(),
  seats: z.array(z.object({ id: z.uuid(), label: z.string(), formula: z.string(), priceMinor: z.int() })),
  options: z.array(z.object({ name: z.string(), quantity: z.int(), priceMinor: z.int() })),
});

/** Changes of reservations that are not sold yet: pre-reservations, and quotes that were requested. */
export const revisionRoutes = (sequencer: TicketSequencer) => [
  route.post(
    `${base}/quote`,
    {
      summary: 'What a pre-reservation or a requested quote would cost with other places; nothing is written',
      tag,
      access,
      params,
      body: z.strictObject(revision),
      response: answer,
      status: 200,
      credential: CART_TOKEN,
    },
    ({ actor, params: { id }, body, credential: cartToken }, ctx) =>
      quoteRevision(actor, { reservationId: id, ...body, cartToken }, ctx),
  ),
  route.post(
    base,
    {
      summary:
        'Change the number of people, the formulas or the date of a pre-reservation or a requested quote; `shownMinor` is the total that was confirmed',
      tag,
      access,
      params,
      body: z.strictObject({
        ...revision,
        version: z.int(),
        shownMinor: z.int().min(0).max(99_999_999),
      }),
      response: answer,
      status: 200,
      credential: CART_TOKEN,
    },
    ({ actor, params: { id }, body, credential: cartToken }, ctx) =>
      reviseReservation(actor, { reservationId: id, ...body, cartToken }, ctx, sequencer),
  ),
];
