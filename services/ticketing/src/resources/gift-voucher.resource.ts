import { BUYER_FULL_NAME_MAX } from '@coulisse/identifiers/buyer-name';
import {
  blocked,
  bool,
  children,
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
  text,
} from '@coulisse/resource';
import { emission } from '@coulisse/resource-server/emission';
import { VAT_PURPOSES } from '../features/gift-vouchers/gift-voucher.domain';
import { voucherNotSoldMessage } from '../features/gift-vouchers/voucher-offer.read-model';
import { hasAmountOrFormula } from './voucher-line.rules';
import type { CustomerFields } from './reservation.resource';
import en from './gift-voucher.en.json';
import fr from './gift-voucher.fr.json';

/** The last entry of its ledger says what is left. */
const BALANCE = `(coalesce((SELECT e.balance_minor FROM gift_voucher_entry e WHERE e.tenant_id = t.tenant_id
  AND e.voucher_id = t.id ORDER BY e.number DESC LIMIT 1), 0) / 100.0)::numeric(14,2)`;

const MESSAGE = `(SELECT ${voucherNotSoldMessage('s')} FROM settings s WHERE s.tenant_id = t.tenant_id)`;
/** A draft of the shop is paid for online, or not at all. */
const WAITS_FOR_SHOP = `t.state = 'DRAFT' AND t.channel = 'ONLINE'`;

/**
 * A voucher that pays for a show: an amount, or a formula for some people. It is written by its sale and by its uses; the
 * generic routes list it, read it and change its state. What it is worth is in its ledger (`GiftVoucherEntry`).
 */
export const giftVoucher = defineResource('ticketing.gift-voucher', {
  path: 'prestiscene/gift-vouchers',
  texts: { fr, en },
  rights: 'ticketing.gift-voucher',
  grants: { ADMINISTRATOR: 'all', USER: { read: 'all', create: 'all', post: 'all' } },
  furtherRights: ['post', 'discount'],
  operations: ['read', 'create'],
  fields: {
    code: text({ max: 20 }).required().unique().searchable().readonly(),
    /** Proves, with the code, who holds the voucher. */
    key: text({ max: 40 }).secret().encrypted().readonly(),
    customer: ref('crm.tiers').readonly(),
    customerName: text({ max: BUYER_FULL_NAME_MAX }).required().searchable(),
    customerEmail: email().searchable(),
    customerFields: json<CustomerFields>().readonly(),
    language: enumeration(['fr', 'en']).default('fr'),
    channel: enumeration(['ONLINE', 'BOX_OFFICE']).default('BOX_OFFICE').readonly(),
    beneficiaryName: text({ max: BUYER_FULL_NAME_MAX }).searchable(),
    /** Gets the voucher by mail on the day that the buyer chose; empty: the buyer passes it on. */
    beneficiaryEmail: email(),
    message: longText({ max: 600 }),
    /** One line: an amount, or a formula for so many people. */
    items: children(
      {
        formula: ref('ticketing.formula'),
        name: text({ max: 120 }).readonly(),
        quantity: int({ min: 1, max: 100 }).default(1),
        unitTTC: money({ min: 1, max: 10_000 }),
        totalTTC: money().readonly(),
      },
      { entity: 'ticketing.gift-voucher-item', rules: [hasAmountOrFormula] },
    ).help(),
    vatPurpose: enumeration(VAT_PURPOSES).default('MULTI_PURPOSE').readonly(),
    totalTTC: money().required().readonly(),
    totalHT: money().required().readonly(),
    totalVAT: money().required().readonly(),
    /** Taken off the price by the box office, tax included; what the voucher is worth stays. */
    discount: money().readonly().help(),
    /** Of a discount that was given as a percentage. */
    discountPercentage: percent().readonly(),
    leftToPay: money().required().readonly(),
    /** Local day after which a draft of the desk that is not paid is cancelled. */
    deadline: date().readonly(),
    balance: computed(money(), BALANCE),
    /** The shop is closed: its buyer cannot pay for it now. */
    cannotBeSold: computed(bool(), `coalesce(${WAITS_FOR_SHOP} AND ${MESSAGE} IS NOT NULL, false)`),
    cannotBeSoldMessage: computed(longText(), `CASE WHEN ${WAITS_FOR_SHOP} THEN ${MESSAGE} END`),
    /** ADMIN: for the box office alone; no public page shows it, nothing is mailed. */
    displayMode: enumeration(['ALL', 'ADMIN']).default('ALL').help(),
    validityDate: date().readonly(),
    /** The local day from which its validity counts. */
    soldOn: date().readonly(),
    /** The day on which it is mailed; empty: as soon as it is paid. */
    sendOn: date(),
    isSent: bool().readonly(),
    sentAt: datetime().readonly(),
    remindedAt: datetime().readonly(),
    isPostal: bool(),
    /** What posting it costs: a part of the total, and not of what the voucher is worth. */
    postageTTC: money().readonly(),
    /** It is handed over in a bag with the options that belong into it. */
    hasGiftBag: bool().readonly(),
    giftBagContents: text({ max: 600 }).readonly(),
    /** A part of the total, and not of what the voucher is worth. */
    giftBagTTC: money().readonly(),
    postalSended: bool().readonly(),
    postalSendedAt: datetime().readonly(),
  },
  rules: [({ items }) => items.length !== 1 && blocked('gift-voucher.one-line', {}, '/items')],
  lifecycle: {
    states: ['DRAFT', 'VALIDATED', 'CANCELED'],
    tones: { DRAFT: 'neutral', CANCELED: 'bad', VALIDATED: 'good' },
    // What was used of it stays in the ledger for ever.
    facts: async (reader, { records }) => {
      const { rows } = await reader.query<{ voucher_id: string }>(
        `SELECT e.voucher_id FROM gift_voucher_entry e WHERE e.voucher_id = ANY ($1::uuid[])
         GROUP BY e.voucher_id HAVING sum(e.amount_minor) FILTER (WHERE e.kind IN ('USE', 'GIVE_BACK')) < 0`,
        [records.map(({ id }) => id)],
      );
      const used = new Set(rows.map(({ voucher_id }) => voucher_id));
      return records.map(({ id }) => ({ isUsed: used.has(id) }));
    },
    transitions: {
      // Paid in full, or offered by the theatre.
      valid: { from: ['DRAFT'], to: 'VALIDATED', right: 'valid', bulk: false },
      cancel: {
        from: ['DRAFT', 'VALIDATED'],
        to: 'CANCELED',
        right: 'cancel',
        needs: [({ facts }) => facts.isUsed && blocked('gift-voucher.is-used')],
        bulk: false,
        confirm: ['code'],
      },
      back_to_draft: {
        from: ['CANCELED', 'VALIDATED'],
        to: 'DRAFT',
        right: 'cancel',
        needs: [
          ({ facts }) => facts.isUsed && blocked('gift-voucher.is-used'),
          ({ record }) =>
            Number(record.leftToPay) < Number(record.totalTTC) && blocked('gift-voucher.is-paid'),
          ({ record }) => record.isSent && blocked('gift-voucher.is-sent'),
        ],
        values: () => ({ validityDate: null, soldOn: null }),
        bulk: false,
      },
      // A courtesy of the theatre: the last day becomes a later one.
      extend: {
        from: ['VALIDATED'],
        to: 'same',
        right: 'valid',
        input: { validityDate: date().required() },
        inputRules: [
          ({ record, input }) =>
            record.validityDate !== null &&
            input.validityDate <= record.validityDate &&
            blocked('gift-voucher.not-later', {}, '/input/validityDate'),
        ],
        values: ({ input }) => ({ validityDate: input.validityDate, remindedAt: null }),
        bulk: false,
      },
      hide: {
        from: ['DRAFT', 'VALIDATED'],
        to: 'same',
        right: 'valid',
        needs: [({ record }) => record.displayMode === 'ADMIN' && blocked('gift-voucher.is-hidden')],
        values: () => ({ displayMode: 'ADMIN' as const }),
      },
      show: {
        from: ['DRAFT', 'VALIDATED'],
        to: 'same',
        right: 'valid',
        needs: [({ record }) => record.displayMode === 'ALL' && blocked('gift-voucher.is-shown')],
        values: () => ({ displayMode: 'ALL' as const }),
      },
      // Its day has come: it goes to its recipient, and its code is out.
      send: {
        from: ['VALIDATED'],
        to: 'same',
        system: true,
        needs: [({ record }) => record.isSent && blocked('gift-voucher.is-sent')],
        values: () => ({ isSent: true, sentAt: new Date().toISOString() }),
        emits: ({ after: { id } }) =>
          emission('ticketing.gift-voucher.v1', { $case: 'sendingDue', value: { giftVoucherId: id } }),
      },
      // Once before its last day, while something is left of it.
      remind: {
        from: ['VALIDATED'],
        to: 'same',
        system: true,
        values: () => ({ remindedAt: new Date().toISOString() }),
        emits: ({ after: { id, validityDate } }) =>
          emission('ticketing.gift-voucher.v1', {
            $case: 'expiring',
            value: { giftVoucherId: id, validityDate: validityDate ?? '' },
          }),
      },
      // The postal-sent toggle, one transition each way so that the history tells both.
      post: {
        from: ['VALIDATED'],
        to: 'same',
        right: 'post',
        needs: [
          ({ record }) => !record.isPostal && blocked('gift-voucher.not-postal'),
          ({ record }) => record.postalSended && blocked('gift-voucher.is-posted'),
        ],
        values: () => ({ postalSended: true, postalSendedAt: new Date().toISOString() }),
      },
      unpost: {
        from: ['VALIDATED'],
        to: 'same',
        right: 'post',
        needs: [({ record }) => !record.postalSended && blocked('gift-voucher.not-posted')],
        values: () => ({ postalSended: false, postalSendedAt: null }),
      },
    },
  },
  list: [
    'code',
    'customerName',
    'beneficiaryName',
    'state',
    'totalTTC',
    'balance',
    'validityDate',
    'postalSended',
    'createdAt',
  ],
  label: 'code',
  sort: '-createdAt',
});
