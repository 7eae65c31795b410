import { defineResource } from '@coulisse/resource';
import { ordered } from './labels';

export const channel = defineResource('crm.channel', {
  path: 'crm/channels',
  rights: 'crm.channel',
  fields: ordered(),
  sortable: true,
  list: ['name'],
});
