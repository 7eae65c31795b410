import { BUYER_FULL_NAME_MAX } from '@coulisse/identifiers/buyer-name';
import {
  blocked,
  bool,
  computed,
  date,
  datetime,
  defineResource,
  email,
  enumeration,
  int,
  json,
  longText,
  money,
  percent,
  ref,
  related,
  text,
} from '@coulisse/resource';
import en from './reservation.en.json';
import fr from './reservation.fr.json';

const ARRIVAL_STATES = ['NOT_ARRIVED', 'PARTIALLY_ARRIVED', 'TOTALLY_ARRIVED'] as const;
/** `arrivalState` of the reception, in SQL. */
const ARRIVAL_STATE = `CASE WHEN t.arrived_count <= 0 THEN 'NOT_ARRIVED'
  WHEN t.arrived_count < t.number_of_places THEN 'PARTIALLY_ARRIVED' ELSE 'TOTALLY_ARRIVED' END`;

/** What the bank of a card payment gets about the buyer: `buyerOf` of the checkout, in SQL. */
const PROVIDER_CONTACT = `CASE WHEN t.customer_fields IS NOT NULL AND t.customer_email IS NOT NULL THEN
  jsonb_build_object('email', t.customer_email, ${[
    'firstName',
    'lastName',
    'addressLine1',
    'zipCode',
    'city',
    'country',
  ]
    .map((field) => `'${field}', t.customer_fields ->> '${field}'`)
    .join(', ')}) END`;

/** The buyer as entered in the cart. */
export interface CustomerFields {
  firstName: string;
  lastName: string;
  telephone: string;
  addressLine1: string;
  zipCode: string;
  city: string;
  country: string;
}

export type ProviderContact = Omit<CustomerFields, 'telephone'> & { email: string };

/**
 * Seats that were bought or are about to be. It is written by the cart, the sale and the reception; the generic routes
 * only list it, read it and cancel it.
 */
export const reservation = defineResource('ticketing.reservation', {
  path: 'prestiscene/reservations',
  texts: { fr, en },
  rights: 'ticketing.reservation',
  grants: { ADMINISTRATOR: 'all', USER: { read: 'all', sell: 'all', post: 'all' } },
  furtherRights: ['sell', 'post'],
  operations: ['read'],
  fields: {
    code: text({ max: 20 }).required().unique().searchable().readonly(),
    mode: enumeration(['FAST', 'CHOICE']).default('CHOICE').readonly(),
    channel: enumeration(['ONLINE', 'BOX_OFFICE']).default('ONLINE').readonly(),
    tiers: ref('crm.tiers').readonly(),
    customerName: text({ max: BUYER_FULL_NAME_MAX }).required().searchable().readonly(),
    /** A buyer at the desk may have none. */
    customerEmail: email().searchable().readonly(),
    customerFields: json<CustomerFields>().readonly(),
    /** Given to the bank with a card payment. */
    providerContactFields: computed(json<ProviderContact>(), PROVIDER_CONTACT),
    language: enumeration(['fr', 'en']).default('fr').readonly(),
    isSociety: bool().readonly(),
    representation: ref('ticketing.performance')
      .storedAs('performance_id')
      .formerly('performance')
      .required()
      .readonly(),
    items: related('ticketing.reservation-item', { by: 'reservation' }),
    payments: related('payments.payment', { by: 'reservation' }),
    quotes: related('sales.quote', { by: 'reservation' }),
    bills: related('sales.bill', { by: 'reservation' }),
    tickets: related('ticketing.ticket', { by: 'reservation' }),
    numberOfPlaces: int().required().readonly(),
    totalTTC: money().required().readonly(),
    promotionCode: ref('ticketing.promotion-code').readonly(),
    giftVoucher: ref('ticketing.gift-voucher').readonly(),
    /** What the voucher pays of it: taken off the voucher when the payment begins. */
    giftVoucherAmount: money().readonly(),
    discountPercentage: percent().readonly(),
    discountAmountHT: money().readonly(),
    discountAmountTTC: money().readonly(),
    arrivedCount: int().default(0).readonly(),
    arrivedAt: datetime().readonly(),
    /** How many of its people are in the room. */
    arrivalState: computed(enumeration(ARRIVAL_STATES), ARRIVAL_STATE),
    tableNumber: text({ max: 20 }).readonly(),
    deadline: datetime().readonly(),
    isPreReservation: bool().readonly(),
    isForGift: bool().readonly(),
    /** Whether its options for the post have been sent. */
    postalSended: bool().readonly(),
    postalSendedAt: datetime().readonly(),
    quoteDate: date().readonly(),
    comment: longText().readonly(),
    cgvAccepted: bool().readonly(),
    newsletterSubscribed: bool().readonly(),
  },
  lifecycle: {
    states: ['DRAFT', 'QUOTE_REQUESTED', 'PRE_RESERVATION', 'VALIDATED', 'QUOTE_REFUSED', 'CANCELED'],
    tones: {
      DRAFT: 'neutral',
      CANCELED: 'bad',
      PRE_RESERVATION: 'warn',
      QUOTE_REQUESTED: 'info',
      QUOTE_REFUSED: 'bad',
      VALIDATED: 'good',
    },
    // A sale that was made has tickets with numbers, and perhaps refunds: it never becomes a draft again.
    facts: async (reader, { records }) => {
      const { rows } = await reader.query<{ id: string; was_sold: boolean; has_deposit: boolean }>(
        `SELECT r.id, EXISTS (SELECT 1 FROM ticket t WHERE t.tenant_id = r.tenant_id AND t.reservation_id = r.id) AS was_sold,
           EXISTS (SELECT 1 FROM reservation_payment p WHERE p.tenant_id = r.tenant_id AND p.reservation_id = r.id
             AND p.state = 'ACCEPTED' AND p.amount_minor > p.to_refund_minor + p.refunded_minor) AS has_deposit
         FROM reservation r WHERE r.id = ANY ($1::uuid[])`,
        [records.map(({ id }) => id)],
      );
      const facts = new Map(rows.map((row) => [row.id, row]));
      return records.map(({ id }) => {
        const { was_sold: wasSold = false, has_deposit: hasDeposit = false } = facts.get(id) ?? {};
        return { wasSold, hasDeposit };
      });
    },
    transitions: {
      // The money came, and the seats were gone, or the reservation had been cancelled.
      unfulfillable: {
        from: ['DRAFT', 'PRE_RESERVATION', 'QUOTE_REQUESTED', 'QUOTE_REFUSED', 'VALIDATED'],
        to: 'CANCELED',
        system: true,
      },
      // Holds the seats until the deadline; nothing is paid yet.
      pre_reserve: {
        from: ['DRAFT'],
        to: 'PRE_RESERVATION',
        right: 'sell',
        input: { deadline: datetime().required() },
        values: ({ input }) => ({ deadline: input.deadline, isPreReservation: true }),
        bulk: false,
      },
      // The same, and the buyer is mailed the link by which they pay: no other mail says so.
      reserve_by_link: {
        from: ['DRAFT'],
        to: 'PRE_RESERVATION',
        system: true,
        input: { deadline: datetime().required() },
        values: ({ input }) => ({ deadline: input.deadline, isPreReservation: true }),
      },
      // The buyer wants an offer first: the seats are held until the deadline, and free afterwards.
      quote_request: {
        from: ['DRAFT'],
        to: 'QUOTE_REQUESTED',
        right: 'sell',
        input: { deadline: datetime().required() },
        needs: [({ record }) => !record.customerEmail && blocked('reservation.no-email')],
        values: ({ input }) => ({ deadline: input.deadline }),
        bulk: false,
      },
      // The offer was accepted in principle: the seats are held again until the new deadline.
      pre_reserve_quote: {
        from: ['QUOTE_REQUESTED'],
        to: 'PRE_RESERVATION',
        right: 'sell',
        input: { deadline: datetime().required() },
        values: ({ input }) => ({ deadline: input.deadline, isPreReservation: true }),
        bulk: false,
      },
      // The seats are checked again, and held as long as those of a new cart. Nothing was paid.
      back_to_draft: {
        from: ['CANCELED', 'QUOTE_REFUSED', 'PRE_RESERVATION'],
        to: 'DRAFT',
        right: 'sell',
        needs: [
          ({ facts }) => facts.wasSold && blocked('reservation.was-sold'),
          ({ facts }) => !facts.wasSold && facts.hasDeposit && blocked('reservation.has-deposit'),
        ],
        values: () => ({ deadline: null, isPreReservation: false }),
        bulk: false,
      },
      // Its payments were agreed for days: the seats are held until the last one.
      plan_instalments: {
        from: ['PRE_RESERVATION'],
        to: 'same',
        system: true,
        input: { deadline: datetime().required() },
        values: ({ input }) => ({ deadline: input.deadline }),
      },
      // A part of it was paid: the seats are held until the performance.
      take_deposit: {
        from: ['PRE_RESERVATION'],
        to: 'same',
        system: true,
        input: { deadline: datetime().required() },
        values: ({ input }) => ({ deadline: input.deadline }),
      },
      // The performance is on another date: it holds the seats of a deposit until then, and no others longer.
      move_deadline: {
        from: ['PRE_RESERVATION', 'QUOTE_REQUESTED'],
        to: 'same',
        system: true,
        input: { deadline: datetime().required() },
        values: ({ input }) => ({ deadline: input.deadline }),
      },
      // The deadline passed without payment: the seats are free again.
      expire: { from: ['PRE_RESERVATION'], to: 'CANCELED', system: true },
      // Sells the seats.
      valid: { from: ['DRAFT', 'PRE_RESERVATION', 'QUOTE_REQUESTED'], to: 'VALIDATED', system: true },
      // What it has for the post was sent; by mistake, or it came back. The list to send does both.
      post: {
        from: ['VALIDATED'],
        to: 'same',
        system: true,
        values: () => ({ postalSended: true, postalSendedAt: new Date().toISOString() }),
      },
      unpost: {
        from: ['VALIDATED'],
        to: 'same',
        system: true,
        values: () => ({ postalSended: false, postalSendedAt: null }),
      },
      cancel: {
        from: ['DRAFT', 'PRE_RESERVATION', 'QUOTE_REQUESTED', 'QUOTE_REFUSED', 'VALIDATED'],
        to: 'CANCELED',
        right: 'cancel',
      },
    },
  },
  list: [
    'code',
    'customerName',
    'customerEmail',
    'representation',
    'state',
    'numberOfPlaces',
    'totalTTC',
    'arrivedCount',
    'createdAt',
  ],
  label: 'code',
  sort: '-createdAt',
});
