import { route } from '@coulisse/service-kit';
import { z } from 'zod';
import { CART_TOKEN } from '../catalogue/tenant-directory';
import { formulaBySeat } from '../holds/holds.routes';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { changeFormulas, quoteFormulas } from './change-formulas.command';
import { cancelPlaces, quoteCancellation, refundCredit } from './cancel-places.command';
import { exchangePlaces, quoteExchange } from './exchange-places.command';

const base = '/b/api/prestiscene/reservations/{id}';
const tag = 'ticketing.reservation';
const params = z.object({ id: z.uuid() });
export const edition = z.int().min(1);
const minor = z.int().min(0).max(99_999_999);
const MOST_PLACES = 300;
const items = z.array(z.uuid()).min(1).max(MOST_PLACES);
/** Which of the new seats are those of drivers. */
const driverSeats = z.array(z.uuid()).max(MOST_PLACES).default([]);
const surplus = z.enum(['REFUND', 'KEEP']).default('REFUND');
export const shown = z.strictObject({ totalMinor: minor, backMinor: minor, dueMinor: minor });
/** `toVoucherMinor`: the part of `backMinor` that goes back to the gift voucher that paid. */
const answer = z.object({
  edition: z.int(),
  totalBeforeMinor: z.int(),
  totalMinor: z.int(),
  paidMinor: z.int(),
  backMinor: z.int(),
  toVoucherMinor: z.int(),
  dueMinor: z.int(),
  creditMinor: z.int(),
});
/**
 * `drivers`: places of drivers that go too, because those that stay give no right to them. `belowLeast`: formulas that keep
 * their price although fewer people are left than they are sold to.
 */
const cancellationAnswer = answer.extend({
  drivers: z.array(z.uuid()),
  belowLeast: z.array(z.object({ formula: z.string(), people: z.int(), least: z.int() })),
});
export const exchangeAnswer = answer.extend({
  seats: z.array(
    z.object({
      id: z.uuid(),
      label: z.string(),
      formula: z.string(),
      priceMinor: z.int(),
      replaces: z.uuid(),
    }),
  ),
});
const toExchange = { right: 'ticketing.reservation.sell' };
const toCancel = { right: 'ticketing.reservation.cancel' };

/** Changes of sold reservations. `edition` is the one that was read: of two people who change one, the second is refused. */
export const changeRoutes = (sequencer: TicketSequencer) => [
  route.post(
    `${base}/cancel-places/quote`,
    {
      summary:
        'What cancelling some places of a sold reservation would cost or give back; nothing is written',
      tag,
      access: toCancel,
      params,
      body: z.strictObject({ edition, items, surplus }),
      response: cancellationAnswer,
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
      response: cancellationAnswer,
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
  route.post(
    `${base}/exchange/quote`,
    {
      summary:
        'What exchanging places for the seats of the desk’s cart would cost or give back; nothing is written',
      tag,
      access: toExchange,
      params,
      body: z.strictObject({ edition, items, formulaBySeat, driverSeats, surplus }),
      response: exchangeAnswer,
      status: 200,
      credential: CART_TOKEN,
    },
    ({ actor, params: { id }, body, credential: cartToken }, ctx) =>
      quoteExchange(actor, { reservationId: id, cartToken, channel: 'BOX_OFFICE', ...body }, ctx),
  ),
  route.post(
    `${base}/exchange`,
    {
      summary:
        'Exchange places of a sold reservation for the seats of the desk’s cart; `shown` is the quote that was confirmed',
      tag,
      access: toExchange,
      params,
      body: z.strictObject({ edition, items, formulaBySeat, driverSeats, surplus, shown }),
      response: exchangeAnswer,
      credential: CART_TOKEN,
      idempotent: true,
    },
    ({ actor, params: { id }, body, credential: cartToken }, ctx) =>
      exchangePlaces(actor, { reservationId: id, cartToken, channel: 'BOX_OFFICE', ...body }, ctx, sequencer),
  ),
  route.post(
    `${base}/formulas/quote`,
    {
      summary:
        'What another formula for places of a sold reservation would cost or give back; nothing is written',
      tag,
      access: toExchange,
      params,
      body: z.strictObject({ edition, formulaBySeat, surplus }),
      response: exchangeAnswer,
      status: 200,
    },
    ({ actor, params: { id }, body }, ctx) => quoteFormulas(actor, { reservationId: id, ...body }, ctx),
  ),
  route.post(
    `${base}/formulas`,
    {
      summary:
        'Sell places of a sold reservation as another formula, on the same seats; `shown` is the quote that was confirmed',
      tag,
      access: toExchange,
      params,
      body: z.strictObject({ edition, formulaBySeat, surplus, shown }),
      response: exchangeAnswer,
      idempotent: true,
    },
    ({ actor, params: { id }, body }, ctx) =>
      changeFormulas(actor, { reservationId: id, ...body }, ctx, sequencer),
  ),
];
