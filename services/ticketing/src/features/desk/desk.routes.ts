import { resourcesOf } from '@coulisse/resource-server';
import { plainLine, plainText, route } from '@coulisse/service-kit';
import { buyerName, optionalBuyerName } from '@coulisse/service-kit/http';
import { z } from 'zod';
import { timeOf } from '../cart/cart.store';
import { CART_TOKEN } from '../catalogue/tenant-directory';
import { cartPrices, optionChoices, quoteCart } from '../checkout/cart-prices';
import type { SaleChannel } from '../checkout/sale-channel';
import { holdWithDrivers } from '../drivers/hold-with-drivers.command';
import { releaseSeats } from '../holds/hold-seats.command';
import { formulaBySeat } from '../holds/holds.routes';
import { agreed, MOST_INSTALMENTS } from '../instalments/instalments.routes';
import type { PlacementRooms } from '../placement/rooms';
import { orNotFound } from '../or-not-found';
import type { SaleMails } from '../messages/sale-mails';
import type { SaleSeat } from '../performance-seats/seats.read-model';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { deskPerformance, deskPerformances } from './desk-performances.read-model';
import { editBuyer } from './edit-buyer.command';
import { editComment, editQuoteDate } from './edit-notes.command';
import { collectAtDesk, sellAtDesk } from './sell-at-desk.command';

const base = '/b/api/prestiscene/desk';
const tag = 'Box office';
const CHANNEL: SaleChannel = 'BOX_OFFICE';
const byId = z.object({ id: z.uuid() });
const access = { right: 'ticketing.reservation.sell' };
/** No limit of the public binds the desk; this one only bounds the input. */
const MAX_SEATS = 300;
const UNLIMITED = {
  seatsPerCart: MAX_SEATS,
  seatsPerNetwork: 0,
  sharePerNetwork: 100,
  cartsPerNetwork: 0,
  restMinutes: 0,
};

export const deskCustomer = z.strictObject({
  email: z
    .union([z.literal('').transform(() => null), z.string().trim().toLowerCase().max(254).pipe(z.email())])
    .nullable()
    .default(null),
  firstName: optionalBuyerName().default(''),
  lastName: buyerName(),
  telephone: plainLine(40).default(''),
  addressLine1: plainLine(120).default(''),
  zipCode: plainLine(12).default(''),
  city: plainLine(80).default(''),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('FR'),
});
export const takenParts = z
  .array(
    z.strictObject({
      method: z.enum(['CARD', 'CASH', 'CHEQUE', 'TRANSFER']),
      amountMinor: z.int().min(1).max(99_999_999),
      reference: plainLine(32).default(''),
    }),
  )
  .max(5);
export const decimal = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'validation.format');
export const percentageDiscount = z.strictObject({
  kind: z.literal('percentage'),
  percentage: decimal.refine((text) => Number(text) <= 100, 'validation.format'),
});
const discount = z.discriminatedUnion('kind', [
  percentageDiscount,
  z.strictObject({ kind: z.literal('amount'), amount: decimal, entry: z.enum(['HT', 'TTC']) }),
]);
/** What changes the listed prices of a sale. */
const priceWishes = {
  options: optionChoices,
  promotionCode: plainLine(30).default(''),
  discount: discount.nullable().default(null),
  giftVoucher: plainLine(30).default(''),
};
const payment = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('now'), parts: takenParts }),
  z.strictObject({ kind: z.literal('later'), deadline: z.iso.datetime({ offset: true }) }),
  z.strictObject({ kind: z.literal('link'), deadline: z.iso.datetime({ offset: true }) }),
  z.strictObject({
    kind: z.literal('schedule'),
    instalments: z.array(agreed).min(1).max(MOST_INSTALMENTS),
    byLink: z.boolean().default(false),
  }),
]);
export const deskSale = z.object({
  reservation: z.object({ id: z.uuid(), code: z.string(), state: z.string() }),
  totalMinor: z.int(),
  paidMinor: z.int(),
});

/** No more drivers than the largest group has a right to. */
const MAX_DRIVERS = 150;

const seatOf = (seat: SaleSeat) => ({
  id: seat.id,
  row: seat.row,
  number: seat.number,
  tableId: seat.tableId,
  categoryId: seat.categoryId,
  categoryName: seat.categoryName,
});

export const deskRoutes = (sequencer: TicketSequencer, mails: SaleMails, rooms: PlacementRooms) => [
  route.get(
    `${base}/representations`,
    {
      summary: 'Next performances, as the box office sells them',
      tag,
      access,
      query: z.object({
        show: z.uuid().optional(),
        limit: z.coerce.number().int().min(1).max(200).default(60),
      }),
    },
    async ({ actor, query: { show = null, limit } }, ctx) => ({
      items: await ctx.db.inTenant(actor, (tx) => deskPerformances(tx, { show, limit })),
    }),
  ),
  route.get(
    `${base}/representations/{id}`,
    { summary: 'One performance with the formulas that the box office sells', tag, access, params: byId },
    async ({ actor, params }, ctx) =>
      orNotFound(await ctx.db.inTenant(actor, (tx) => deskPerformance(tx, params.id))),
  ),
  route.post(
    `${base}/representations/{id}/holds`,
    {
      summary:
        'Give the desk’s cart exactly these seats, all of them or none, and the free ones of drivers that it has a right to',
      tag,
      access,
      params: byId,
      body: z.strictObject({
        seats: z.array(z.uuid()).max(MAX_SEATS),
        formulaBySeat,
        /** Drivers who come with the group. */
        drivers: z.int().min(0).max(MAX_DRIVERS).default(0),
        /** Places of a reservation that stay beside these seats. */
        besides: z.array(z.uuid()).max(MAX_SEATS).default([]),
      }),
      status: 201,
      credential: CART_TOKEN,
    },
    async ({ actor, params, body, credential: token }, ctx) => {
      const { cart, newToken, priced, totalMinor, drivers } = await holdWithDrivers(
        { actor, rooms, ctx },
        { performanceId: params.id, ...body, token, network: '', limits: UNLIMITED, channel: CHANNEL },
      );
      return {
        cart: { id: cart.id, token: newToken ?? token, ...timeOf(cart, priced.length) },
        seats: priced.map(({ seat, formula }) => ({
          ...seatOf(seat),
          formulaId: formula.id,
          priceMinor: formula.priceMinor,
        })),
        totalMinor,
        /** Drivers’ places: those that the others give a right to, and those that are held. */
        drivers: { allowed: drivers.allowed, seats: drivers.seats.map(seatOf) },
      };
    },
  ),
  route.delete(
    `${base}/representations/{id}/holds`,
    {
      summary: 'Let go of every seat of the desk’s cart',
      tag,
      access,
      params: byId,
      status: 204,
      credential: CART_TOKEN,
    },
    async ({ actor, params, credential: token }, ctx) => {
      await ctx.db.inTenant(actor, (tx) => releaseSeats(tx, params.id, token, CHANNEL));
    },
  ),
  route.post(
    `${base}/prices`,
    {
      summary: 'What the desk’s cart costs with what was typed; nothing is sold',
      tag,
      access,
      body: z.strictObject({ formulaBySeat, ...priceWishes }),
      response: cartPrices,
      credential: CART_TOKEN,
    },
    ({ actor, body: { giftVoucher: code, ...body }, credential: token }, ctx) =>
      ctx.db.inTenant(actor, (tx) =>
        quoteCart(tx, resourcesOf(ctx), {
          ...{ ...body, token, channel: CHANNEL },
          giftVoucher: code === '' ? null : { code, key: null },
        }),
      ),
  ),
  route.post(
    `${base}/sales`,
    {
      summary:
        'Sell what the desk’s cart holds: paid now, in parts or at once, or pre-reserved until a deadline, with a mailed link to pay or without',
      tag,
      access,
      body: z.strictObject({
        customer: deskCustomer,
        tiers: z.uuid().nullable().default(null),
        language: z.enum(['fr', 'en']).default('fr'),
        formulaBySeat,
        ...priceWishes,
        comment: plainText(2_000).default(''),
        payment,
      }),
      response: deskSale,
      status: 201,
      credential: CART_TOKEN,
    },
    ({ actor, body, credential: cartToken, idempotencyKey }, ctx) =>
      sellAtDesk({ ...body, comment: body.comment || null, actor, cartToken, idempotencyKey }, ctx, {
        sequencer,
        mails,
      }),
  ),
  route.post(
    '/b/api/prestiscene/reservations/{id}/edit-customer',
    {
      summary: 'Correct the buyer of a reservation; `version` is the one that was read',
      tag,
      access,
      params: byId,
      body: z.strictObject({
        version: z.int(),
        customer: deskCustomer,
        tiers: z.uuid().nullable().default(null),
      }),
      status: 204,
    },
    ({ actor, params, body }, ctx) => editBuyer({ ...body, actor, id: params.id }, ctx),
  ),
  route.post(
    '/b/api/prestiscene/reservations/{id}/edit-comment',
    {
      summary: 'Change what staff note on a reservation; `version` is the one that was read',
      tag,
      access,
      params: byId,
      body: z.strictObject({ version: z.int(), comment: plainText(2_000) }),
      status: 204,
    },
    ({ actor, params, body: { version, comment } }, ctx) =>
      editComment({ actor, id: params.id, version, comment: comment || null }, ctx),
  ),
  route.post(
    '/b/api/prestiscene/reservations/{id}/edit-quote-date',
    {
      summary: 'Change the date of the quote of a reservation; `version` is the one that was read',
      tag,
      access,
      params: byId,
      body: z.strictObject({ version: z.int(), quoteDate: z.iso.date().nullable() }),
      status: 204,
    },
    ({ actor, params, body }, ctx) => editQuoteDate({ ...body, actor, id: params.id }, ctx),
  ),
  route.post(
    '/b/api/prestiscene/reservations/{id}/collect',
    {
      summary: 'Take what is due for a reservation; needs an Idempotency-Key',
      tag,
      access,
      params: byId,
      body: z.strictObject({ parts: takenParts.min(1) }),
      response: deskSale,
    },
    ({ actor, params, body, idempotencyKey }, ctx) =>
      collectAtDesk({ actor, reservationId: params.id, idempotencyKey, parts: body.parts }, ctx, sequencer),
  ),
];
