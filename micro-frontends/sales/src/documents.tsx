import type { ResourceOverrides, ResourceRow } from '@coulisse/mfe-kit';
import { isEmpty } from '@coulisse/resource-client';
import { LeftCell } from './left-cell';
import { isDraft } from './bill-states';
import { BillSettlements } from './bill-settlements';
import { BillActions } from './next-documents';

/** Whom a document is for, beside its title. */
const customer = ({ tiers }: ResourceRow): string =>
  typeof tiers === 'object' && tiers !== null && 'label' in tiers ? String(tiers.label) : '';

/** Fields that the service sets at some point of a document's life: shown as soon as they have a value. */
const SET_LATER = new Set([
  'previousVersion',
  'sentAt',
  'sentTo',
  'signedOn',
  'signedBy',
  'refusalReason',
  'proformaCode',
  'quote',
  'reservation',
  'bankedOn',
  'remittance',
  'cancelReason',
]);
/** Properties that are worth a line only when they hold. */
const SHOWN_IF_TRUE = new Set(['isDeposit', 'isExpired', 'isOverdue']);

/** Optional contents of a draft: an issued document that has none never gets them. */
const OF_DRAFTS = new Set(['header', 'footer', 'forecastOn', 'dueOn']);

const isShown = (field: string, values: Readonly<Record<string, unknown>>): boolean => {
  if (SET_LATER.has(field)) return !isEmpty(values[field]);
  if (OF_DRAFTS.has(field)) return isDraft(values['state']) || !isEmpty(values[field]);
  if (SHOWN_IF_TRUE.has(field)) return values[field] === true;
  // Only a quote that was replaced has a version after it.
  if (field === 'versions') return values['state'] === 'REPLACED';
  // Most bills have no reservation.
  if (field === 'amountBoxOffice') return Number(values[field]) !== 0;
  if (field === 'versionNumber') return values[field] !== 1;
  return true;
};

/** What was settled of a bill: nothing is before it is issued, even where its reservation is paid. */
const SETTLED = new Set(['amountPaid', 'amountBoxOffice', 'amountCredited', 'amountLeft']);
const isShownOfBill = (field: string, values: Readonly<Record<string, unknown>>): boolean =>
  isShown(field, values) && !(SETTLED.has(field) && isDraft(values['state']));

const TEXTS = { title: 'section.texts', fields: ['header', 'footer'] };

export const quote: ResourceOverrides = {
  visible: isShown,
  record: {
    subtitle: customer,
    sections: [
      {
        fields: [
          ...['title', 'tiers', 'reservation', 'issuedOn', 'validUntil', 'isExpired'],
          ...['versionNumber', 'previousVersion'],
          ...['depositPercent', 'successPercentage', 'priceEntry'],
          ...['sentAt', 'sentTo', 'signedOn', 'signedBy', 'refusalReason'],
          ...['totalBilled', 'totalLeftToBill'],
        ],
      },
      TEXTS,
    ],
  },
  form: {
    sections: [
      { fields: ['title', 'tiers'] },
      {
        title: 'section.terms',
        fields: ['issuedOn', 'validUntil', 'depositPercent', 'successPercentage', 'priceEntry'],
      },
      TEXTS,
    ],
  },
};

export const bill: ResourceOverrides = {
  visible: isShownOfBill,
  list: { cells: { amountLeft: LeftCell } },
  record: {
    subtitle: customer,
    actions: BillActions,
    extra: BillSettlements,
    sections: [
      {
        fields: [
          ...['title', 'tiers', 'reservation', 'quote', 'isDeposit', 'issuedOn', 'dueOn', 'isOverdue'],
          ...['forecastOn', 'proformaCode', 'priceEntry', 'sentAt', 'sentTo'],
          ...['amountPaid', 'amountBoxOffice', 'amountCredited', 'amountLeft'],
        ],
      },
      TEXTS,
    ],
  },
  form: {
    sections: [
      { fields: ['title', 'tiers'] },
      { title: 'section.terms', fields: ['issuedOn', 'dueOn', 'forecastOn', 'priceEntry'] },
      TEXTS,
    ],
  },
};

export const avoir: ResourceOverrides = {
  // A new credit note takes over the lines of its bill; they are reduced afterwards.
  visible: (field, values) =>
    ['items', 'groups'].includes(field) ? !isEmpty(values['id']) : isShown(field, values),
  record: {
    subtitle: customer,
    sections: [{ fields: ['reason', 'tiers', 'bill', 'billIssuedOn', 'issuedOn', 'amountLeft'] }, TEXTS],
  },
  form: { sections: [{ fields: ['bill', 'reason', 'issuedOn'] }, TEXTS] },
};

export const payment: ResourceOverrides = { visible: isShown, record: { subtitle: customer } };
