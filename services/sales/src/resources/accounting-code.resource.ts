import { archivable, defineResource, READABLE_BY_USERS, text } from '@coulisse/resource';
import en from './accounting-code.en.json';
import fr from './accounting-code.fr.json';

/** An account of the chart of accounts, such as 706 for services. */
export const accountingCode = defineResource('sales.accounting-code', {
  path: 'sale/accounting-codes',
  texts: { fr, en },
  rights: 'sales.accounting-code',
  grants: READABLE_BY_USERS,
  fields: archivable({
    code: text({ min: 3, max: 20 }).required().unique().searchable().help(),
    name: text({ max: 120 }).required().searchable(),
  }),
  list: ['code', 'name'],
  label: 'code',
  sort: 'code',
});
