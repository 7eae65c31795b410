import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { cancelPlaces, quoteCancellation, refundCredit } from './cancel-places.command';

const base = '/b/api/prestiscene/reservations/{id}';
const tag = 'ticketing.reservation';
const params = z.object({ id: z.uuid() });
const edition = z.int().min(1);
const minor = z.int().min(0).max(99_999_999);
const MOST_PLACES = 300;
const items = z.array(z.uuid()).min(1).max(MOST_PLACES);
const surplus = z.enum(['REFUND', 'KEEP']).default('REFUND');
const shown = z.strictObject({ totalMinor: minor, backMinor: minor, dueMinor: minor });
const answer = z.object({
  edition: z.int(),
  totalBeforeMinor: z.int(),
  totalMinor: z.int(),
  paidMinor: z.int(),
  backMinor: z.int(),
  dueMinor: z.int(),
  creditMinor: z.int(),
});
const toCancel = { right: 'ticketing.reservation.cancel' };

/** Changes of sold reservations. `edition` is the one that was read: of two people who change one, the second is refused. */
export const changeRoutes = [
  route.post(
    `${base}/cancel-places/quote`,
    {
      summary:
        'What cancelling some places of a sold reservation would cost or give back; nothing is written',
      tag,
      access: toCancel,
      params,
      body: z.strictObject({ edition, items, surplus }),
      response: answer,
      status: 200,
    },
    ({ actor, params: { id }, body }, ctx) => quoteCancellation(actor, { reservationId: id, ...body }, ctx),
  ),
  route.post(
    `${base}/cancel-places`,
    {
      summary: 'Cancel some places of a sold reservation; `shown` is the quote that was confirmed',
      tag,
      access: toCancel,
      params,
      body: z.strictObject({ edition, items, surplus, shown }),
      response: answer,
      idempotent: true,
    },
    ({ actor, params: { id }, body }, ctx) => cancelPlaces(actor, { reservationId: id, ...body }, ctx),
  ),
  route.post(
    `${base}/refund-credit`,
    {
      summary: 'Give back what earlier changes of a reservation have left as a credit',
      tag,
      access: toCancel,
      params,
      body: z.strictObject({ edition }),
      response: answer,
      idempotent: true,
    },
    ({ actor, params: { id }, body }, ctx) => refundCredit(actor, { reservationId: id, ...body }, ctx),
  ),
];
