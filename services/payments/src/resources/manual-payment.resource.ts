import {
  blocked,
  children,
  currency,
  date,
  defineResource,
  enumeration,
  type Field,
  money,
  numbered,
  ref,
  text,
} from '@coulisse/resource';
import { formatAmount } from '@coulisse/money';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { emission } from '@coulisse/resource-server/emission';
import {
  freeMinor,
  minorOf,
  settledMinor,
  settledOf,
  sumOf,
  withAllocation,
  withoutAllocation,
} from './allocations.domain';
import en from './manual-payment.en.json';
import fr from './manual-payment.fr.json';

const EDITABLE = ['DRAFT', 'FORECAST'] as const;
export const PAYMENT_METHODS = ['TRANSFER', 'CHEQUE', 'CASH', 'CARD', 'DIRECT_DEBIT', 'VOUCHER'] as const;
const WITH_MONEY = ['VALIDATED', 'BANKED', 'PARTIALLY_REFUNDED'] as const;
const UNPAID = ['POSTED', 'SENDED', 'PARTIALLY_PAID'];

interface Refunded {
  readonly amount: string;
  readonly refunds: readonly { readonly amount: string }[];
}
/** What was not refunded of a payment, in cents. */
const keptOf = ({ amount, refunds }: Refunded): number => minorOf(amount) - sumOf(refunds);

interface RefundInput {
  readonly date: string;
  readonly method: (typeof PAYMENT_METHODS)[number];
  readonly reference: string | null;
}
interface Refund extends RefundInput {
  readonly id: string;
  readonly amount: string;
}
const withRefund = (
  refunds: readonly Refund[],
  amount: string,
  { date: on, method, reference }: RefundInput,
): Refund[] => [...refunds, { id: crypto.randomUUID(), amount, date: on, method, reference }];
const refundInput = {
  date: date().required().proposesToday(),
  method: enumeration(PAYMENT_METHODS).required(),
  reference: text({ max: 120 }),
};
const allocationInput = (bill: Field<string | null>) => ({
  bill: bill.required(),
  amount: money({ min: 0.01 }).required().help(),
});
const notLater = (day: string, { today }: { readonly today: string }, pointer: string) =>
  day > today && blocked('validation.date-past', {}, pointer);

/**
 * A payment that staff record: a transfer, a cheque, cash. Its items say which bills it settles; what no item has is a
 * credit of the customer.
 */
export const manualPayment = defineResource('payments.manual-payment', {
  path: 'sale/manual-payments',
  texts: { fr, en },
  rights: 'payments.manual-payment',
  grants: { ADMINISTRATOR: 'all', USER: { read: 'all', create: 'all', update: 'all', plan: 'all' } },
  fields: {
    code: numbered({ series: 'payment', format: 'RE-{YYYY}-{NNNNN}', on: 'valid' }),
    /** What a payment is called in references and searches: its number, and the reference of the bank or the cheque. */
    name: text({ max: 300 }).readonly().searchable(),
    tiers: ref('crm.tiers').required().editableIn(EDITABLE),
    date: date().required().proposesToday().editableIn(EDITABLE),
    method: enumeration(PAYMENT_METHODS).required().editableIn(EDITABLE),
    reference: text({ max: 120 }).editableIn(EDITABLE),
    amount: money({ min: 0.01 }).required().editableIn(EDITABLE),
    currency: currency().default('EUR').readonly(),
    items: children(
      {
        bill: ref('sales.bill').required(),
        // Nothing, when all of it was released: the events go on to say so. To be valid, a payment has more for each bill.
        amount: money({ min: 0 }).required(),
        settled: money().readonly(),
      },
      {
        editableIn: EDITABLE,
        deriveAll: (rows, record) => {
          const { amount = null, refunds = [], state } = record as Partial<Refunded> & { state?: string };
          const settled = state === 'CANCELLED' ? [] : settledMinor({ amount, items: rows, refunds });
          return rows.map((_row, index) => ({ settled: formatAmount(settled[index] ?? 0) }));
        },
      },
    ),
    bankedOn: date().readonly(),
    remittance: text({ max: 60 }).readonly(),
    refunds: children({
      date: date().required(),
      amount: money().required(),
      method: enumeration(PAYMENT_METHODS).required(),
      reference: text({ max: 120 }),
    }).readonly(),
    amountRefunded: money().readonly(),
    /** What no bill has: a credit of the customer. */
    amountFree: money().readonly(),
    cancelReason: text({ max: 255 }).readonly(),
  },
  derive: {
    name: ({ code, reference }) => [code, reference].filter(Boolean).join(' · '),
    amountRefunded: ({ refunds }) => formatAmount(sumOf(refunds)),
    amountFree: (payment) => formatAmount(freeMinor(payment)),
  },
  rules: [
    ({ amount, items }) =>
      sumOf(items) > minorOf(amount) && blocked('payment.items-above-amount', { amount }, '/items'),
    ({ items }) => {
      const again = items.findIndex(
        ({ bill }, index) => items.findIndex((item) => item.bill === bill) < index,
      );
      return again >= 0 && blocked('validation.unique', {}, `/items/${again}/bill`);
    },
  ],
  lifecycle: {
    states: ['DRAFT', 'FORECAST', 'VALIDATED', 'BANKED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'CANCELLED'],
    tones: {
      FORECAST: 'info',
      VALIDATED: 'good',
      BANKED: 'good',
      PARTIALLY_REFUNDED: 'warn',
      REFUNDED: 'neutral',
      CANCELLED: 'bad',
    },
    path: ['DRAFT', 'FORECAST', 'VALIDATED', 'BANKED'],
    // Which day it is depends on the time zone of the tenant.
    facts: async (reader, { records }) => {
      const { rows } = await reader.query<{ today: string }>(
        `SELECT to_char(${LOCAL_TODAY}, 'YYYY-MM-DD') AS today`,
        [],
      );
      return records.map(() => ({ today: rows[0]?.today ?? '' }));
    },
    transitions: {
      plan: { from: ['DRAFT'], to: 'FORECAST', right: 'plan' },
      valid: {
        from: EDITABLE,
        to: 'VALIDATED',
        right: 'valid',
        needs: [({ record, facts }) => notLater(record.date, facts, '/date')],
        confirm: ['amount'],
      },
      bank: {
        from: ['VALIDATED'],
        to: 'BANKED',
        right: 'bank',
        input: { bankedOn: date().required().proposesToday(), remittance: text({ max: 60 }) },
        inputRules: [
          ({ record, input }) =>
            input.bankedOn < record.date &&
            blocked('validation.value-min', { min: record.date }, '/input/bankedOn'),
        ],
        values: ({ input }) => ({ bankedOn: input.bankedOn, remittance: input.remittance }),
      },
      // The bill itself is checked by the command, under its lock.
      allocate: {
        from: WITH_MONEY,
        to: 'same',
        right: 'allocate',
        input: allocationInput(ref('sales.bill', { only: { state: UNPAID } })),
        needs: [({ record }) => freeMinor(record) === 0 && blocked('payment.nothing-free')],
        inputRules: [
          ({ record, input }) =>
            minorOf(input.amount) > freeMinor(record) &&
            blocked('payment.above-free', { left: formatAmount(freeMinor(record)) }, '/input/amount'),
        ],
        values: ({ record, input }) => ({
          items: withAllocation(record, { id: crypto.randomUUID(), ...input, settled: null }),
        }),
        bulk: false,
        confirm: ['amountFree'],
      },
      partially_refund: {
        from: WITH_MONEY,
        to: 'PARTIALLY_REFUNDED',
        right: 'refund',
        input: { amount: money({ min: 0.01 }).required(), ...refundInput },
        inputRules: [
          ({ record, input }) =>
            minorOf(input.amount) >= keptOf(record) &&
            blocked('refund.exceeds', { max: formatAmount(keptOf(record) - 1) }, '/input/amount'),
          ({ input, facts }) => notLater(input.date, facts, '/input/date'),
        ],
        values: ({ record, input }) => ({ refunds: withRefund(record.refunds, input.amount, input) }),
        bulk: false,
      },
      refund: {
        from: WITH_MONEY,
        to: 'REFUNDED',
        right: 'refund',
        input: refundInput,
        inputRules: [({ input, facts }) => notLater(input.date, facts, '/input/date')],
        values: ({ record, input }) => ({
          refunds: withRefund(record.refunds, formatAmount(keptOf(record)), input),
        }),
        bulk: false,
      },
      release: {
        from: WITH_MONEY,
        to: 'same',
        right: 'allocate',
        input: allocationInput(ref('sales.bill')),
        needs: [
          ({ record }) =>
            settledMinor(record).every((settled) => settled === 0) && blocked('payment.nothing-allocated'),
        ],
        inputRules: [
          ({ record, input }) =>
            settledOf(record, input.bill) === 0 && blocked('payment.not-of-bill', {}, '/input/bill'),
          ({ record, input }) => {
            const settled = settledOf(record, input.bill);
            return (
              settled > 0 &&
              minorOf(input.amount) > settled &&
              blocked('payment.above-item', { left: formatAmount(settled) }, '/input/amount')
            );
          },
        ],
        values: ({ record, input }) => ({ items: withoutAllocation(record, input) }),
        bulk: false,
      },
      // Recorded by mistake; money that was taken is refunded.
      cancel: {
        from: ['DRAFT', 'FORECAST', 'VALIDATED'],
        to: 'CANCELLED',
        right: 'cancel',
        input: { reason: text({ max: 255 }).required() },
        values: ({ input }) => ({ cancelReason: input.reason }),
        bulk: false,
      },
      back_to_draft: {
        from: ['FORECAST', 'CANCELLED'],
        to: 'DRAFT',
        right: 'plan',
        // A number is never used again: what was valid once stays cancelled.
        needs: [({ record }) => record.code !== null && blocked('payment.was-valid')],
        values: () => ({ cancelReason: null }),
      },
    },
  },
  list: ['name', 'date', 'tiers', 'method', 'amount', 'amountFree', 'state'],
  sums: ['amount', 'amountFree', 'amountRefunded'],
  label: 'name',
  sort: '-createdAt',
  emits: ({ id, version, code, tiers, items }, action) =>
    code === null || action === 'delete'
      ? null
      : emission('payments.allocation.v1', {
          $case: 'changed',
          value: {
            ...{ paymentId: id, version, tiersId: tiers },
            allocations: items.map(({ bill, settled }) => ({
              billId: bill,
              amountMinor: minorOf(settled),
            })),
          },
        }),
});
