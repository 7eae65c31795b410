import { defineResource } from '@coulisse/resource';
import { ordered } from './labels';

/** Active or not says whether those who have it are among the people that one still works with. */
export const tiersStatus = defineResource('crm.tiers-status', {
  path: 'crm/tiers-statuses',
  rights: 'crm.tiers-status',
  fields: ordered(),
  sortable: true,
  lifecycle: {
    states: ['ACTIVE', 'INACTIVE'],
    tones: { ACTIVE: 'good', INACTIVE: 'neutral' },
    transitions: {
      enable: { from: ['INACTIVE'], to: 'ACTIVE' },
      disable: { from: ['ACTIVE'], to: 'INACTIVE' },
    },
  },
  list: ['name', 'state'],
});
