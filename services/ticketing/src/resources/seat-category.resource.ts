import { color, defineResource, int, text } from '@coulisse/resource';

/** What a seat is worth: plans paint their seats with it, formulas give it its prices. */
export const seatCategory = defineResource('ticketing.seat-category', {
  path: 'configuration/categories',
  rights: 'ticketing.seat-category',
  fields: {
    name: text({ max: 80 }).required().unique().searchable(),
    color: color().required(),
    position: int({ min: 0, max: 999 }).default(0),
  },
  list: ['name', 'color', 'position'],
  sums: [],
  sort: 'position',
});
