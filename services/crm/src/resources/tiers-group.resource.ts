import { defineResource } from '@coulisse/resource';
import { named } from './labels';

export const tiersGroup = defineResource('crm.tiers-group', {
  path: 'crm/tiers-groups',
  rights: 'crm.tiers-group',
  fields: named(),
  list: ['name'],
});
