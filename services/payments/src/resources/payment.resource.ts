import { date, datetime, defineResource, enumeration, int, money, ref, text } from '@coulisse/resource';
import { parseAmount } from '@coulisse/money';
import { emission } from '@coulisse/resource-server/emission';
import { subjectIds } from './payment-subject';
import { captureCount, stateByMoney, STATES_WITH_MONEY } from './payment-balance';
import en from './payment.en.json';
import fr from './payment.fr.json';

/** Means by which the desk takes money; online it is always a card. */
export const DESK_METHODS = ['CARD', 'CASH', 'CHEQUE', 'TRANSFER'] as const;

/**
 * A payment by card, or money that the desk took. Staff read it and record its refunds by routes of their own. Everything else is changed only by
 * the provider and by events of reservations, so the generic routes offer reading, and no transition to people.
 */
export const payment = defineResource('payments.payment', {
  path: 'sale/payments',
  texts: { fr, en },
  rights: 'payments.payment',
  grants: { ADMINISTRATOR: 'all', USER: { read: 'all', collect: 'all' } },
  furtherRights: ['refund', 'collect'],
  operations: ['read'],
  fields: {
    reference: text({ max: 160 }).required().unique().searchable(),
    /** What it is for: a reservation, or a gift voucher. */
    reservation: ref('ticketing.reservation'),
    giftVoucher: ref('ticketing.gift-voucher'),
    totals: money().required(),
    currency: text({ max: 3 }).required(),
    provider: enumeration(['PAYBOX', 'SYSTEMPAY', 'DESK']).required(),
    method: enumeration(DESK_METHODS).default('CARD'),
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
      'CHANGED',
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
    // The buyer is sent to the bank as soon as the payment exists.
    initial: ['WAITING_LINK_PAYMENT'],
    derivedFrom: {
      states: STATES_WITH_MONEY,
      state: async (tx, { record: { id, state, totals, amountRefunded } }) => {
        const totalMinor = parseAmount(totals);
        const capturedMinor = (await captureCount(tx, id)) * totalMinor;
        const refundedMinor = parseAmount(amountRefunded ?? '0');
        return stateByMoney(state === 'BANKED', { totalMinor, capturedMinor, refundedMinor });
      },
    },
    transitions: {
      // A late acceptance wins over an expired payment: the bank has the money.
      valid: {
        from: ['DRAFT', 'FORECAST', 'WAITING_LINK_PAYMENT', 'CANCELLED'],
        to: 'VALIDATED',
        system: true,
        input: {
          providerCode: text({ max: 10 }),
          transactionNumber: text({ max: 32 }),
          authorisation: text({ max: 32 }),
          validationDate: date().required(),
        },
        values: ({ input }) => ({ ...input, outcome: 'ACCEPTED' as const }),
        emits: ({ after: { id, totals, currency, ...subject } }) =>
          emission('payments.payment.v1', {
            $case: 'accepted',
            value: {
              paymentId: id,
              ...subjectIds(subject),
              amountMinor: parseAmount(totals),
              currency,
              togetherMinor: 0,
              method: 'CARD',
            },
          }),
      },
      // Money that staff have in their hands.
      record: {
        from: ['DRAFT'],
        to: 'VALIDATED',
        system: true,
        input: {
          transactionNumber: text({ max: 32 }),
          validationDate: date().required(),
          togetherMinor: int(),
        },
        values: ({ input: { transactionNumber, validationDate } }) => ({
          ...{ transactionNumber, validationDate },
          outcome: 'ACCEPTED' as const,
        }),
        emits: ({ after: { id, totals, currency, method, ...subject }, input }) =>
          emission('payments.payment.v1', {
            $case: 'accepted',
            value: {
              paymentId: id,
              ...subjectIds(subject),
              amountMinor: parseAmount(totals),
              currency,
              togetherMinor: input.togetherMinor ?? 0,
              method: method ?? '',
            },
          }),
      },
      expired: {
        from: ['WAITING_LINK_PAYMENT'],
        to: 'CANCELLED',
        system: true,
        values: ({ record }) => ({ outcome: record.outcome ?? ('CANCELLED' as const) }),
        emits: ({ after: { id, ...subject } }) =>
          emission('payments.payment.v1', {
            $case: 'cancelled',
            value: { paymentId: id, ...subjectIds(subject), expired: true },
          }),
      },
    },
  },
  label: 'reference',
  list: [
    'date',
    'reservation',
    'giftVoucher',
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
