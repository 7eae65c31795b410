import { defineResource, READABLE_BY_USERS } from '@coulisse/resource';
import { named } from './labels';
import en from './tiers-group.en.json';
import fr from './tiers-group.fr.json';

export const tiersGroup = defineResource('crm.tiers-group', {
  path: 'crm/tiers-groups',
  texts: { fr, en },
  rights: 'crm.tiers-group',
  grants: READABLE_BY_USERS,
  fields: named(),
  list: ['name'],
});
