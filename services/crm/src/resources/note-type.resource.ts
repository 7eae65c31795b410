import { defineResource } from '@coulisse/resource';
import { ordered } from './labels';
import en from './note-type.en.json';
import fr from './note-type.fr.json';

export const noteType = defineResource('crm.note-type', {
  path: 'crm/note-types',
  texts: { fr, en },
  rights: 'crm.note-type',
  fields: ordered(),
  sortable: true,
  list: ['name'],
});
