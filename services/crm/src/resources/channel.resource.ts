import { defineResource, READABLE_BY_USERS } from '@coulisse/resource';
import { ordered } from './labels';
import en from './channel.en.json';
import fr from './channel.fr.json';

export const channel = defineResource('crm.channel', {
  path: 'crm/channels',
  texts: { fr, en },
  rights: 'crm.channel',
  grants: READABLE_BY_USERS,
  fields: ordered(),
  sortable: true,
  list: ['name'],
});
