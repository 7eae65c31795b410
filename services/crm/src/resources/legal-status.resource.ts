import { defineResource } from '@coulisse/resource';
import { named } from './labels';

export const legalStatus = defineResource('crm.legal-status', {
  path: 'crm/legal-statuses',
  rights: 'crm.legal-status',
  fields: named(),
  list: ['name'],
});
