import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import {
  blocked,
  bool,
  children,
  chosenRows,
  computed,
  date,
  datetime,
  defineResource,
  document,
  documentTotals,
  email,
  int,
  longText,
  money,
  percent,
  ref,
  related,
  text,
} from '@coulisse/resource';
import { may } from '@coulisse/service-kit/actor';
import { formatAmount, parseAmount } from '@coulisse/money';
import { OPTIONS, withChosen } from './options.domain';
import { depositOf } from './deposit.domain';
import { nameField, nameOf } from './document-name';
import { hasCountedLine, lineFields } from './lines';
import { mailInput } from './mail-input';
import { addDays, readTerms } from './terms';
import en from './quote.en.json';
import fr from './quote.fr.json';

export const QUOTE_SERIES = { series: 'quote', format: 'DE-{YYYY}-{NNNNN}', on: 'post' };

const EDITABLE = ['DRAFT'] as const;
/** Bills of a quote that have a number; drafts do not count. */
const ISSUED = `b.state NOT IN ('DRAFT', 'FORECAST', 'PROFORMA', 'PROFORMA_SENDED')`;
/** Without VAT: issued bills less issued credit notes. The final bill is net of the deposits, so nothing counts twice. */
const BILLED = `(coalesce((SELECT sum(b.total_ht) FROM bill b WHERE b.tenant_id = t.tenant_id AND b.quote_id = t.id AND ${ISSUED}), 0.00)
  - coalesce((SELECT sum(a.total_ht) FROM avoir a JOIN bill b ON b.tenant_id = a.tenant_id AND b.id = a.bill_id
      WHERE b.tenant_id = t.tenant_id AND b.quote_id = t.id AND a.state <> 'DRAFT'), 0.00))`;

/** What was billed of a quote. */
interface Billing {
  /** With VAT, in cents: deposits, drafts too, less their credit notes. */
  readonly depositsMinor: number;
  readonly draftDeposits: number;
  /** Whether a bill of the rest exists, as a draft or issued. */
  readonly hasFinalBill: boolean;
  readonly successors: number;
}
const BILLING = `SELECT
  coalesce((SELECT sum(b.total_ttc * 100) FROM bill b WHERE b.tenant_id = $1 AND b.quote_id = r.id AND b.is_deposit), 0)::bigint
    - coalesce((SELECT sum(a.total_ttc * 100) FROM avoir a JOIN bill b ON b.tenant_id = a.tenant_id AND b.id = a.bill_id
        WHERE b.tenant_id = $1 AND b.quote_id = r.id AND b.is_deposit AND a.state <> 'DRAFT'), 0)::bigint AS "depositsMinor",
  (SELECT count(*)::int FROM bill b WHERE b.tenant_id = $1 AND b.quote_id = r.id AND b.is_deposit AND NOT (${ISSUED})) AS "draftDeposits",
  EXISTS (SELECT 1 FROM bill b WHERE b.tenant_id = $1 AND b.quote_id = r.id AND NOT b.is_deposit) AS "hasFinalBill",
  (SELECT count(*)::int FROM quote q WHERE q.tenant_id = $1 AND q.previous_version_id = r.id) AS successors`;

/** An offer to a customer. A sent one is not changed: it is replaced by a version of its own. */
export const quote = defineResource('sales.quote', {
  path: 'sale/quotes',
  texts: { fr, en },
  rights: 'sales.quote',
  grants: {
    ADMINISTRATOR: 'all',
    USER: {
      ...{ read: 'all', create: 'all', update: 'all' },
      ...{ post: 'all', send: 'all', revise: 'all', refuse: 'all', bill: 'all' },
    },
  },
  furtherRights: ['accept-expired'],
  fields: document(
    QUOTE_SERIES,
    {
      name: nameField(),
      title: text({ max: 160 }).required().editableIn(EDITABLE),
      tiers: ref('crm.tiers').required().editableIn(EDITABLE),
      /** The reservation that it offers; its bills belong to it, too. */
      reservation: ref('ticketing.reservation').editableIn(EDITABLE),
      depositPercent: percent({ min: 0, max: 100, decimals: 2 }).editableIn(EDITABLE).help(),
      schedule: children(
        {
          label: text({ max: 120 }).required(),
          dueOn: date().required(),
          amount: money({ min: 0.01 }).required(),
        },
        { editableIn: EDITABLE },
      ),
      successPercentage: percent({ min: 0, max: 100, decimals: 0 }),
      versionNumber: int({ min: 1 }).default(1).readonly(),
      previousVersion: ref('sales.quote').readonly(),
      versions: related('sales.quote', { by: 'previousVersion' }),
      sentAt: datetime().readonly(),
      sentTo: email().readonly(),
      signedOn: date().readonly(),
      signedBy: text({ max: 160 }).readonly(),
      refusalReason: longText({ max: 2_000 }).readonly(),
      isExpired: computed(
        bool(),
        `coalesce(t.state IN ('POSTED', 'SENDED') AND t.valid_until < ${LOCAL_TODAY}, false)`,
      ),
      totalBilled: computed(money(), BILLED),
      totalLeftToBill: computed(
        money(),
        `CASE WHEN t.state = 'ACCEPTED' THEN t.total_ht - ${BILLED} ELSE 0.00 END`,
      ),
      bills: related('sales.bill', { by: 'quote' }),
    },
    { editableIn: EDITABLE, lines: lineFields },
  ),
  derive: { ...documentTotals, name: ({ code, title }) => nameOf(code, title) },
  rules: [
    ({ schedule, totalTTC }) =>
      schedule.reduce((sum, { amount }) => sum + parseAmount(amount), 0) > parseAmount(totalTTC ?? '0') &&
      blocked('transition.schedule-exceeds-total', {}, '/schedule'),
  ],
  lifecycle: {
    states: ['DRAFT', 'POSTED', 'SENDED', 'ACCEPTED', 'REFUSED', 'REPLACED'],
    tones: { POSTED: 'info', SENDED: 'info', ACCEPTED: 'good', REFUSED: 'bad', REPLACED: 'neutral' },
    path: ['DRAFT', 'POSTED', 'SENDED', 'ACCEPTED'],
    facts: (reader, { records }) => readTerms<Billing>(reader, records, BILLING),
    transitions: {
      post: {
        from: ['DRAFT'],
        to: 'POSTED',
        right: 'post',
        needs: [
          ({ record }) => !hasCountedLine(record.items) && blocked('transition.no-items.quote'),
          ({ facts }) => facts.seller === null && blocked('sales.no-settings'),
        ],
        values: ({ record, facts }) => {
          const issuedOn = record.issuedOn ?? facts.today;
          return {
            issuedOn,
            validUntil: record.validUntil ?? addDays(issuedOn, facts.validityDays),
            seller: facts.seller,
          };
        },
        confirm: ['title', 'totalTTC'],
      },
      send: {
        from: ['POSTED', 'SENDED'],
        to: 'SENDED',
        right: 'send',
        input: mailInput,
        values: () => ({ sentAt: new Date().toISOString() }),
        bulk: false,
        confirm: ['code'],
      },
      move_to_sended: {
        from: ['POSTED'],
        to: 'SENDED',
        right: 'send',
        values: () => ({ sentAt: new Date().toISOString() }),
      },
      accept: {
        from: ['POSTED', 'SENDED'],
        to: 'ACCEPTED',
        right: 'accept',
        input: {
          signedOn: date().required().proposesToday(),
          signedBy: text({ max: 160 }),
          chosenOptions: chosenRows('items', OPTIONS).help(),
        },
        needs: [
          ({ actor, record, facts }) =>
            record.validUntil !== null &&
            record.validUntil < facts.today &&
            !may(actor, 'sales.quote.accept-expired') &&
            blocked('quote.expired', { date: record.validUntil }),
        ],
        inputRules: [
          ({ input, facts }) =>
            input.signedOn > facts.today && blocked('validation.date-past', {}, '/input/signedOn'),
        ],
        values: ({ record, input }) => ({
          items: withChosen(record.items, input.chosenOptions),
          ...{ signedOn: input.signedOn, signedBy: input.signedBy, successPercentage: '100' },
        }),
        bulk: false,
        confirm: ['code', 'totalTTC'],
      },
      refuse: {
        from: ['POSTED', 'SENDED'],
        to: 'REFUSED',
        right: 'refuse',
        input: { reason: longText({ max: 2_000 }).required() },
        values: ({ input }) => ({ refusalReason: input.reason, successPercentage: '0' }),
      },
      revise: {
        from: ['POSTED', 'SENDED'],
        to: 'REPLACED',
        right: 'revise',
        bulk: false,
        confirm: ['code'],
        creates: { resource: 'sales.quote', answer: 'versionId' },
      },
      restore: {
        from: ['REPLACED'],
        to: 'POSTED',
        right: 'revise',
        needs: [({ facts }) => facts.successors > 0 && blocked('quote.has-version')],
      },
      bill_deposit: {
        from: ['ACCEPTED'],
        to: 'ACCEPTED',
        right: 'bill',
        input: {
          percent: percent({ min: 0, max: 100, decimals: 2 }).help(),
          amountTTC: money({ min: 0.01 }).help(),
        },
        needs: [({ facts }) => facts.hasFinalBill && blocked('quote.billed')],
        inputRules: [
          ({ input }) =>
            input.percent !== null &&
            input.amountTTC !== null &&
            blocked('quote.deposit-twice', {}, '/input/amountTTC'),
          ({ input, record, facts }) => {
            const left = parseAmount(record.totalTTC ?? '0') - facts.depositsMinor;
            const depositMinor = depositOf(record, input);
            const field = input.amountTTC === null ? 'percent' : 'amountTTC';
            if (depositMinor <= 0) return blocked('validation.not-blank', {}, `/input/${field}`);
            return (
              depositMinor > left &&
              blocked('quote.above-left', { left: formatAmount(left) }, `/input/${field}`)
            );
          },
        ],
        bulk: false,
        confirm: ['code', 'totalTTC'],
        creates: { resource: 'sales.bill', answer: 'billId' },
      },
      bill_balance: {
        from: ['ACCEPTED'],
        to: 'ACCEPTED',
        right: 'bill',
        needs: [
          ({ facts }) => facts.hasFinalBill && blocked('quote.billed'),
          ({ facts }) => facts.draftDeposits > 0 && blocked('quote.draft-deposit'),
        ],
        bulk: false,
        creates: { resource: 'sales.bill', answer: 'billId' },
      },
    },
  },
  list: ['name', 'tiers', 'state', 'issuedOn', 'validUntil', 'totalHT', 'totalTTC', 'totalLeftToBill'],
  sums: ['totalHT', 'totalTTC'],
  label: 'name',
  sort: '-createdAt',
});
