import {
  blocked,
  children,
  date,
  defineResource,
  document,
  documentTotals,
  enumeration,
  money,
  ref,
  text,
} from '@coulisse/resource';
import { formatAmount, parseAmount } from '@coulisse/money';
import { leftOf, REFUND_METHODS, withUse, type Used } from './avoir-uses.domain';
import { nameField, nameOf } from './document-name';
import { hasCountedLine, lineFields, originOf } from './lines';
import { readTerms } from './terms';
import en from './avoir.en.json';
import fr from './avoir.fr.json';

export const AVOIR_SERIES = { series: 'avoir', format: 'AV-{YYYY}-{NNNNN}', on: 'post' };

const EDITABLE = ['DRAFT'] as const;
const amountProblem = (record: Used, amount: string) => {
  const left = leftOf(record);
  return (
    parseAmount(amount) > left && blocked('avoir.above-left', { left: formatAmount(left) }, '/input/amount')
  );
};

/** A credit note on the lines of a bill. Its amounts are positive; it is refunded, deducted from bills, or both. */
export const avoir = defineResource('sales.avoir', {
  path: 'sale/avoirs',
  texts: { fr, en },
  rights: 'sales.avoir',
  grants: { ADMINISTRATOR: 'all', USER: { read: 'all', create: 'all', update: 'all' } },
  fields: document(
    AVOIR_SERIES,
    {
      name: nameField(),
      bill: ref('sales.bill').required().editableIn([]).help(),
      reason: text({ max: 255 }).required().editableIn(EDITABLE),
      tiers: ref('crm.tiers').readonly(),
      /** Number and date of the bill, which the law wants on its credit note. */
      billCode: text({ max: 40 }).searchable().readonly(),
      billIssuedOn: date().readonly(),
      uses: children({
        kind: enumeration(['DEDUCTED', 'REFUNDED']).required(),
        date: date().required(),
        amount: money().required(),
        bill: ref('sales.bill'),
        method: enumeration(REFUND_METHODS),
        reference: text({ max: 120 }),
      }).readonly(),
      amountLeft: money().readonly(),
    },
    { editableIn: EDITABLE, lines: { ...lineFields, billItem: originOf() } },
  ),
  derive: {
    ...documentTotals,
    name: ({ code, reason }) => nameOf(code, reason),
    amountLeft: (record) => formatAmount(leftOf(record)),
  },
  lifecycle: {
    states: ['DRAFT', 'POSTED', 'SETTLED'],
    tones: { POSTED: 'info', SETTLED: 'good' },
    facts: (reader, { records }) => readTerms(reader, records),
    transitions: {
      post: {
        from: ['DRAFT'],
        to: 'POSTED',
        right: 'post',
        needs: [
          ({ record }) => !hasCountedLine(record.items) && blocked('avoir.no-lines'),
          ({ record }) => parseAmount(record.totalTTC ?? '0') <= 0 && blocked('avoir.nothing'),
        ],
        values: ({ record, facts }) => ({ issuedOn: record.issuedOn ?? facts.today, seller: facts.seller }),
        confirm: ['billCode', 'totalTTC'],
      },
      deduct: {
        from: ['POSTED'],
        to: 'POSTED',
        right: 'use',
        input: { bill: ref('sales.bill').required(), amount: money({ min: 0.01 }).required() },
        inputRules: [({ record, input }) => amountProblem(record, input.amount)],
        values: ({ record, input, facts }) => ({
          uses: withUse(record.uses, { kind: 'DEDUCTED', date: facts.today, ...input }),
        }),
        bulk: false,
      },
      refund: {
        from: ['POSTED'],
        to: 'POSTED',
        right: 'use',
        input: {
          amount: money({ min: 0.01 }).required(),
          method: enumeration(REFUND_METHODS).required(),
          date: date().required().proposesToday(),
          reference: text({ max: 120 }),
        },
        inputRules: [
          ({ record, input }) => amountProblem(record, input.amount),
          ({ input, facts }) =>
            input.date > facts.today && blocked('validation.date-past', {}, '/input/date'),
        ],
        values: ({ record, input }) => ({ uses: withUse(record.uses, { kind: 'REFUNDED', ...input }) }),
        bulk: false,
      },
      // Nothing is left: the credit note was refunded or deducted as a whole.
      settle: {
        from: ['POSTED'],
        to: 'SETTLED',
        auto: true,
        when: ({ amountLeft }) => amountLeft !== null && parseAmount(amountLeft) === 0,
      },
    },
  },
  list: ['name', 'tiers', 'bill', 'state', 'issuedOn', 'totalTTC', 'amountLeft'],
  sums: ['totalTTC', 'amountLeft'],
  label: 'name',
  sort: '-createdAt',
});
