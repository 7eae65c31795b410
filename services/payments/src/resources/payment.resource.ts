import { date, datetime, defineResource, enumeration, money, ref, text } from '@coulisse/resource';
import en from './payment.en.json';
import fr from './payment.fr.json';

/**
 * A payment by card. Staff read it and record its refunds by routes of their own. Everything else is changed only by
 * the provider and by events of reservations, so the generic routes offer reading and no transition.
 */
export const payment = defineResource('payments.payment', {
  path: 'sale/payments',
  texts: { fr, en },
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
    refundState: enumeration(['NONE', 'TO_REFUND', 'REFUNDED']).required().default('NONE'),
    refundReason: enumeration([
      'UNFULFILLABLE',
      'CHARGED_TWICE',
      'CANCELLED',
      'PAID_AFTER_CANCELLATION',
      'WRONG_AMOUNT',
    ]),
    amountToRefund: money(),
    amountRefunded: money(),
    refundedAt: datetime(),
    refundMethod: enumeration(['CARD', 'TRANSFER', 'CASH', 'CHEQUE', 'VOUCHER']),
    refundReference: text({ max: 120 }).searchable(),
    refundedBy: text({ max: 120 }),
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
  list: [
    'date',
    'reservation',
    'totals',
    'state',
    'refundState',
    'amountToRefund',
    'refundReason',
    'outcome',
    'reference',
  ],
  sums: ['totals', 'amountToRefund', 'amountRefunded'],
  sort: '-createdAt',
});
