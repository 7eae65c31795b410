import { defineResource, READABLE_BY_USERS } from '@coulisse/resource';
import { ordered } from './labels';
import en from './tiers-status.en.json';
import fr from './tiers-status.fr.json';

/** The state says whether the business relation with third parties of this status goes on. */
export const tiersStatus = defineResource('crm.tiers-status', {
  path: 'crm/tiers-statuses',
  texts: { fr, en },
  rights: 'crm.tiers-status',
  grants: READABLE_BY_USERS,
  fields: ordered(),
  sortable: true,
  lifecycle: {
    states: ['ACTIVE', 'INACTIVE'],
    tones: { ACTIVE: 'good', INACTIVE: 'neutral' },
    transitions: {
      enable: { from: ['INACTIVE'], to: 'ACTIVE', right: 'update' },
      disable: { from: ['ACTIVE'], to: 'INACTIVE', right: 'update' },
    },
  },
  list: ['name', 'state'],
});
