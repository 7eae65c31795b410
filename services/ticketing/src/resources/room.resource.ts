import { defineResource, longText, READABLE_BY_USERS, related, text } from '@coulisse/resource';
import en from './room.en.json';
import fr from './room.fr.json';

/** A hall; its plans are a feature of their own. */
export const room = defineResource('ticketing.room', {
  path: 'configuration/salles',
  texts: { fr, en },
  rights: 'ticketing.room',
  grants: READABLE_BY_USERS,
  fields: {
    name: text({ max: 120 }).required().unique().searchable(),
    address: text({ max: 255 }),
    zipCode: text({ max: 12 }),
    city: text({ max: 120 }),
    description: longText(),
    plans: related('ticketing.room-plan', { by: 'room' }),
  },
  list: ['name', 'address', 'city'],
});
