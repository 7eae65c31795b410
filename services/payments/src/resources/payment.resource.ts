import { bool, date, defineResource, enumeration, money, ref, text } from '@coulisse/resource';

/**
 * A payment by card. Staff read it; only the provider's signed notifications and the events of reservations change it,
 * which is why the generic doors offer reading alone and no transition.
 */
export const payment = defineResource('payments.payment', {
  path: 'sale/payments',
  rights: 'payments.payment',
  operations: ['read'],
  fields: {
    reference: text({ max: 160 }).required().unique().searchable(),
    reservation: ref('ticketing.reservation').required(),
    totals: money().required(),
    currency: text({ max: 3 }).required(),
    provider: enumeration(['PAYBOX', 'SYSTEMPAY']).required(),
    date: date().required(),
    validationDate: date(),
    outcome: enumeration(['ACCEPTED', 'REFUSED', 'CANCELLED', 'PENDING']),
    providerCode: text({ max: 10 }),
    transactionNumber: text({ max: 32 }).searchable(),
    authorisation: text({ max: 32 }),
    refundNeeded: bool(),
    refundReason: enumeration(['UNFULFILLABLE', 'CHARGED_TWICE']),
  },
  lifecycle: {
    states: [
      'DRAFT',
      'FORECAST',
      'WAITING_LINK_PAYMENT',
      'VALIDATED',
      'BANKED',
      'PARTIALLY_REFUNDED',
      'REFUNDED',
      'CANCELLED',
    ],
    tones: {
      DRAFT: 'neutral',
      FORECAST: 'info',
      WAITING_LINK_PAYMENT: 'info',
      VALIDATED: 'good',
      BANKED: 'good',
      PARTIALLY_REFUNDED: 'warn',
      REFUNDED: 'neutral',
      CANCELLED: 'bad',
    },
    transitions: {},
  },
  label: 'reference',
  list: ['date', 'reservation', 'totals', 'provider', 'outcome', 'refundNeeded', 'state', 'reference'],
  sort: '-createdAt',
});
