import { defineResource } from '@coulisse/resource';
import { named } from './labels';
import en from './tiers-group.en.json';
import fr from './tiers-group.fr.json';

export const tiersGroup = defineResource('crm.tiers-group', {
  path: 'crm/tiers-groups',
  texts: { fr, en },
  rights: 'crm.tiers-group',
  fields: named(),
  list: ['name'],
});
