import {
  bool,
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
  READABLE_BY_USERS,
  ref,
  text,
} from '@coulisse/resource';
import en from './reservation.en.json';
import fr from './reservation.fr.json';

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

/**
 * Seats that were bought or are about to be. It is written by the cart, the sale and the reception; the generic routes
 * only list it, read it and cancel it.
 */
export const reservation = defineResource('ticketing.reservation', {
  path: 'prestiscene/reservations',
  texts: { fr, en },
  rights: 'ticketing.reservation',
  grants: READABLE_BY_USERS,
  operations: ['read'],
  fields: {
    code: text({ max: 20 }).required().unique().searchable().readonly(),
    mode: enumeration(['FAST', 'CHOICE']).default('CHOICE').readonly(),
    tiers: ref('crm.tiers').readonly(),
    customerName: text({ max: 160 }).required().searchable().readonly(),
    customerEmail: email().required().searchable().readonly(),
    customerFields: json<CustomerFields>().readonly(),
    language: enumeration(['fr', 'en']).default('fr').readonly(),
    isSociety: bool().readonly(),
    performance: ref('ticketing.performance').required().readonly(),
    numberOfPlaces: int().required().readonly(),
    totalTTC: money().required().readonly(),
    promotionCode: ref('ticketing.promotion-code').readonly(),
    discountPercentage: percent().readonly(),
    discountAmountHT: money().readonly(),
    discountAmountTTC: money().readonly(),
    arrivedCount: int().default(0).readonly(),
    arrivedAt: datetime().readonly(),
    tableNumber: text({ max: 20 }).readonly(),
    deadline: datetime().readonly(),
    isPreReservation: bool().readonly(),
    isForGift: bool().readonly(),
    quoteDate: date().readonly(),
    comment: longText().readonly(),
    cgvAccepted: bool().readonly(),
    newsletterSubscribed: bool().readonly(),
  },
  lifecycle: {
    states: ['DRAFT', 'CANCELED', 'PRE_RESERVATION', 'QUOTE_REQUESTED', 'QUOTE_REFUSED', 'VALIDATED'],
    tones: {
      DRAFT: 'neutral',
      CANCELED: 'bad',
      PRE_RESERVATION: 'warn',
      QUOTE_REQUESTED: 'info',
      QUOTE_REFUSED: 'bad',
      VALIDATED: 'good',
    },
    transitions: {
      // The money came, and the seats were gone, or the reservation had been cancelled.
      unfulfillable: {
        from: ['DRAFT', 'PRE_RESERVATION', 'QUOTE_REQUESTED', 'QUOTE_REFUSED', 'VALIDATED'],
        to: 'CANCELED',
        system: true,
      },
      // Sells the seats.
      valid: { from: ['DRAFT', 'PRE_RESERVATION', 'QUOTE_REQUESTED'], to: 'VALIDATED', system: true },
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
    'performance',
    'state',
    'numberOfPlaces',
    'totalTTC',
    'arrivedCount',
    'createdAt',
  ],
  label: 'code',
  sort: '-createdAt',
});
