import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import {
  blocked,
  bool,
  computed,
  currency,
  date,
  datetime,
  defineResource,
  document,
  documentTotals,
  email,
  money,
  numbered,
  ref,
  related,
  text,
} from '@coulisse/resource';
import { parseAmount, paymentState } from '@coulisse/money';
import { emission } from '@coulisse/resource-server/emission';
import { nameField, nameOf } from './document-name';
import { hasCountedLine, lineFields, originOf } from './lines';
import { mailInput } from './mail-input';
import { addDays, readTerms } from './terms';
import en from './bill.en.json';
import fr from './bill.fr.json';

export const BILL_SERIES = { series: 'bill', format: 'FA-{YYYY}-{NNNNN}', on: 'post' };
export const PROFORMA_SERIES = { series: 'proforma', format: 'PF-{YYYY}-{NNNNN}', on: 'proforma' };

/** States without a definitive number: such a bill may be changed and deleted. */
export const BILL_DRAFTS = ['DRAFT', 'FORECAST', 'PROFORMA', 'PROFORMA_SENDED'] as const;
/** States of an issued bill; which of them follows from what was settled. */
export const BILL_ISSUED = ['POSTED', 'SENDED', 'PARTIALLY_PAID', 'PAID'] as const;
export const isIssued = (state: string): boolean => (BILL_ISSUED as readonly string[]).includes(state);

const settled = (source: string) =>
  `(SELECT (coalesce(sum(s.amount_minor), 0) / 100)::numeric(14, 2) FROM bill_settlement s
    WHERE s.tenant_id = t.tenant_id AND s.bill_id = t.id${source})`;

/** A bill, or the bill of a deposit. It is changed until it has its number, and corrected by credit notes after that. */
export const bill = defineResource('sales.bill', {
  path: 'sale/bills',
  texts: { fr, en },
  rights: 'sales.bill',
  grants: {
    ADMINISTRATOR: 'all',
    USER: { read: 'all', create: 'all', update: 'all', plan: 'all', proforma: 'all', send: 'all' },
  },
  fields: document(
    BILL_SERIES,
    {
      proformaCode: numbered(PROFORMA_SERIES),
      name: nameField(),
      title: text({ max: 160 }).required().editableIn(BILL_DRAFTS),
      tiers: ref('crm.tiers').required().editableIn(BILL_DRAFTS),
      reservation: ref('ticketing.reservation').editableIn(BILL_DRAFTS),
      quote: ref('sales.quote').readonly(),
      isDeposit: bool().readonly(),
      currency: currency().default('EUR').readonly(),
      forecastOn: date().editableIn(BILL_DRAFTS),
      sentAt: datetime().readonly(),
      sentTo: email().readonly(),
      amountPaid: computed(money(), settled(` AND s.source = 'PAYMENT'`)),
      amountCredited: computed(money(), settled(` AND s.source = 'AVOIR'`)),
      amountBoxOffice: computed(money(), settled(` AND s.source = 'BOX_OFFICE'`)),
      amountLeft: computed(money(), `t.total_ttc - ${settled('')}`),
      isOverdue: computed(
        bool(),
        `coalesce(t.state IN ('POSTED', 'SENDED', 'PARTIALLY_PAID') AND t.due_on < ${LOCAL_TODAY}, false)`,
      ),
      avoirs: related('sales.avoir', { by: 'bill' }),
    },
    { editableIn: BILL_DRAFTS, lines: { ...lineFields, quoteItem: originOf().readonly() } },
  ),
  derive: { ...documentTotals, name: ({ code, title }) => nameOf(code, title) },
  lifecycle: {
    states: [...BILL_DRAFTS, ...BILL_ISSUED],
    tones: { POSTED: 'info', SENDED: 'info', PARTIALLY_PAID: 'warn', PAID: 'good' },
    path: ['DRAFT', ...BILL_ISSUED],
    facts: (reader, { records }) => readTerms(reader, records),
    derivedFrom: {
      states: BILL_ISSUED,
      state: async (tx, { record }) => {
        const { rows } = await tx.sql.query<{ settled: number }>(
          `SELECT coalesce(sum(amount_minor), 0)::bigint AS settled FROM bill_settlement WHERE tenant_id = $1 AND bill_id = $2`,
          [tx.tenantId, record.id],
        );
        const total = parseAmount(record.totalTTC ?? '0');
        const state = paymentState(total, total - Number(rows[0]?.settled ?? 0));
        if (state === 'PARTIALLY_PAID') return state;
        // More than was due is a credit of the customer: nothing is left to pay.
        if (state === 'PAID' || state === 'OVERPAID') return 'PAID';
        return record.sentAt === null ? 'POSTED' : 'SENDED';
      },
    },
    transitions: {
      plan: {
        from: ['DRAFT'],
        to: 'FORECAST',
        right: 'plan',
        needs: [({ record }) => record.forecastOn === null && blocked('bill.no-forecast')],
      },
      proforma: {
        from: ['DRAFT', 'FORECAST'],
        to: 'PROFORMA',
        right: 'proforma',
        needs: [({ record }) => !hasCountedLine(record.items) && blocked('transition.no-items.bill')],
      },
      send_proforma: {
        from: ['PROFORMA', 'PROFORMA_SENDED'],
        to: 'PROFORMA_SENDED',
        right: 'send',
        input: mailInput,
        bulk: false,
      },
      post: {
        from: BILL_DRAFTS,
        to: 'POSTED',
        right: 'post',
        needs: [
          ({ record }) => !hasCountedLine(record.items) && blocked('transition.no-items.bill'),
          ({ record }) => parseAmount(record.totalTTC ?? '0') < 0 && blocked('bill.negative-total'),
          ({ facts }) => facts.seller === null && blocked('sales.no-settings'),
        ],
        values: ({ record, facts }) => {
          const issuedOn = record.issuedOn ?? facts.today;
          return {
            issuedOn,
            dueOn: record.dueOn ?? addDays(issuedOn, facts.dueDays),
            seller: facts.seller,
          };
        },
        confirm: ['title', 'totalTTC'],
      },
      send: {
        from: BILL_ISSUED,
        to: 'SENDED',
        keeps: ['PARTIALLY_PAID', 'PAID'],
        right: 'send',
        input: mailInput,
        values: () => ({ sentAt: new Date().toISOString() }),
        bulk: false,
        confirm: ['code', 'amountLeft'],
      },
      move_to_sended: {
        from: ['POSTED'],
        to: 'SENDED',
        right: 'send',
        values: () => ({ sentAt: new Date().toISOString() }),
      },
      back_to_posted: {
        from: ['SENDED'],
        to: 'POSTED',
        right: 'send',
        values: () => ({ sentAt: null, sentTo: null }),
      },
    },
  },
  list: ['name', 'tiers', 'state', 'issuedOn', 'dueOn', 'totalHT', 'totalTTC', 'amountLeft'],
  sums: ['totalHT', 'totalTTC'],
  label: 'name',
  sort: '-createdAt',
  emits: ({ id, version, state, code, tiers, totalTTC, currency: of }, action) =>
    action === 'post' && isIssued(state)
      ? emission('sales.bill.v1', {
          $case: 'posted',
          value: {
            ...{ billId: id, version, code: code ?? '', tiersId: tiers },
            ...{ totalMinor: parseAmount(totalTTC ?? '0'), currency: of },
          },
        })
      : null,
});
