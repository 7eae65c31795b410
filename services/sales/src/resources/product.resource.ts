import {
  archivable,
  decimal,
  defineResource,
  enumeration,
  longText,
  READABLE_BY_USERS,
  ref,
  text,
} from '@coulisse/resource';
import en from './product.en.json';
import fr from './product.fr.json';

/** What a company sells besides seats: a line of a quote starts with its label, price, unit, tax and account. */
export const product = defineResource('sales.product', {
  path: 'sale/products',
  texts: { fr, en },
  rights: 'sales.product',
  grants: { ...READABLE_BY_USERS, USER: { read: 'all', create: 'all', update: 'all' } },
  fields: archivable({
    reference: text({ max: 40 }).unique().searchable(),
    name: text({ max: 255 }).required().searchable(),
    description: longText({ max: 4_000 }),
    /** Whether the unit price is without (`HT`) or with tax (`TTC`). */
    priceEntry: enumeration(['HT', 'TTC']).default('HT'),
    unitPrice: decimal({ min: 0, max: 99_999_999, decimals: 6 }).default('0'),
    unit: ref('sales.unit'),
    vat: ref('sales.vat'),
    accountingCode: ref('sales.accounting-code'),
  }),
  importKeys: ['reference'],
  list: ['reference', 'name', 'unitPrice', 'priceEntry', 'unit', 'vat'],
  sums: [],
  label: 'name',
  sort: 'name',
});
