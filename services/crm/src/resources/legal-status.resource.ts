import { defineResource, READABLE_BY_USERS } from '@coulisse/resource';
import { named } from './labels';
import en from './legal-status.en.json';
import fr from './legal-status.fr.json';

export const legalStatus = defineResource('crm.legal-status', {
  path: 'crm/legal-statuses',
  texts: { fr, en },
  rights: 'crm.legal-status',
  grants: READABLE_BY_USERS,
  fields: named(),
  list: ['name'],
});
