import { defineResource, READABLE_BY_USERS } from '@coulisse/resource';
import { ordered } from './labels';
import en from './note-type.en.json';
import fr from './note-type.fr.json';

export const noteType = defineResource('crm.note-type', {
  path: 'crm/note-types',
  texts: { fr, en },
  rights: 'crm.note-type',
  grants: READABLE_BY_USERS,
  fields: ordered(),
  sortable: true,
  list: ['name'],
});
