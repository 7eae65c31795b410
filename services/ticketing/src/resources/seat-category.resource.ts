import { color, defineResource, int, READABLE_BY_USERS, text } from '@coulisse/resource';
import en from './seat-category.en.json';
import fr from './seat-category.fr.json';

/** Category of seats: plans assign it to seats, formulas give it prices. */
export const seatCategory = defineResource('ticketing.seat-category', {
  path: 'configuration/categories',
  texts: { fr, en },
  rights: 'ticketing.seat-category',
  grants: READABLE_BY_USERS,
  fields: {
    name: text({ max: 80 }).required().unique().searchable(),
    color: color().required(),
    position: int({ min: 0, max: 999 }).default(0),
  },
  list: ['name', 'color'],
  sums: [],
  // Plans, legends and figures show the categories in this order, the dearest first as a rule.
  sortable: true,
});
