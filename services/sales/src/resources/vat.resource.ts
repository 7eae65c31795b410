import {
  archivable,
  blocked,
  defineResource,
  enumeration,
  percent,
  READABLE_BY_USERS,
  ref,
  text,
} from '@coulisse/resource';
import en from './vat.en.json';
import fr from './vat.fr.json';

/** How the tax is computed; the margin regimes show no tax on the bill. */
export const VAT_TYPES = ['CLASSIC', 'EXEMPT', 'REAL_MARGIN', 'FIXED_MARGIN'] as const;

/** A rate of value added tax, or an exemption with its legal text. */
export const vat = defineResource('sales.vat', {
  path: 'sale/vats',
  texts: { fr, en },
  rights: 'sales.vat',
  grants: READABLE_BY_USERS,
  fields: archivable({
    name: text({ max: 80 }).required().unique().searchable(),
    rate: percent({ min: 0, max: 100, decimals: 2 }).required(),
    type: enumeration(VAT_TYPES).default('CLASSIC'),
    exemption: text({ max: 255 }).help(),
    accountingCode: ref('sales.accounting-code').help(),
  }),
  rules: [
    ({ type, exemption }) =>
      type === 'EXEMPT' && exemption === null && blocked('validation.not-blank', {}, '/exemption'),
    ({ type, exemption }) =>
      type !== 'EXEMPT' && exemption !== null && blocked('vat.text-without-exemption', {}, '/exemption'),
    ({ type, rate }) =>
      type === 'EXEMPT' && Number(rate) !== 0 && blocked('document.exempt-with-rate', {}, '/rate'),
  ],
  list: ['name', 'rate', 'type', 'accountingCode'],
  sort: 'name',
});
