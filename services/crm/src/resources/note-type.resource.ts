import { defineResource } from '@coulisse/resource';
import { ordered } from './labels';

export const noteType = defineResource('crm.note-type', {
  path: 'crm/note-types',
  rights: 'crm.note-type',
  fields: ordered(),
  sortable: true,
  list: ['name'],
});
