import { defineResource } from '@coulisse/resource';
import { ordered } from './labels';

export const civility = defineResource('crm.civility', {
  path: 'crm/civilities',
  rights: 'crm.civility',
  fields: ordered(),
  sortable: true,
  list: ['name'],
});
