import { defineResource } from '@coulisse/resource';
import { ordered } from './labels';
import en from './civility.en.json';
import fr from './civility.fr.json';

export const civility = defineResource('crm.civility', {
  path: 'crm/civilities',
  texts: { fr, en },
  rights: 'crm.civility',
  fields: ordered(),
  sortable: true,
  list: ['name'],
});
