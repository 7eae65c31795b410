import { archivable, defineResource, READABLE_BY_USERS, text } from '@coulisse/resource';
import en from './unit.en.json';
import fr from './unit.fr.json';

/** What quantities of a line count: pieces, hours, days. */
export const unit = defineResource('sales.unit', {
  path: 'sale/units',
  texts: { fr, en },
  rights: 'sales.unit',
  grants: READABLE_BY_USERS,
  fields: archivable({
    name: text({ max: 60 }).required().unique().searchable(),
    symbol: text({ max: 10 }).required().searchable(),
  }),
  list: ['name', 'symbol'],
  sort: 'name',
});
