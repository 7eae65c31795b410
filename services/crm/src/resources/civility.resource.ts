import { defineResource, READABLE_BY_USERS } from '@coulisse/resource';
import { ordered } from './labels';
import en from './civility.en.json';
import fr from './civility.fr.json';

export const civility = defineResource('crm.civility', {
  path: 'crm/civilities',
  texts: { fr, en },
  rights: 'crm.civility',
  grants: READABLE_BY_USERS,
  fields: ordered(),
  sortable: true,
  list: ['name'],
});
