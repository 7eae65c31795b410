import { defineResource } from '@coulisse/resource';
import { ordered } from './labels';

export const contactType = defineResource('crm.contact-type', {
  path: 'crm/contact-types',
  rights: 'crm.contact-type',
  fields: ordered(),
  sortable: true,
  list: ['name'],
});
