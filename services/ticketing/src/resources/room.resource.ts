import { defineResource, longText, text } from '@coulisse/resource';

/** A hall; its plans are a feature of their own. */
export const room = defineResource('ticketing.room', {
  path: 'configuration/salles',
  rights: 'ticketing.room',
  fields: {
    name: text({ max: 120 }).required().unique().searchable(),
    address: text({ max: 255 }),
    city: text({ max: 120 }),
    description: longText(),
  },
  list: ['name', 'address', 'city'],
});
