import { defineResource, READABLE_BY_USERS } from '@coulisse/resource';
import { ordered } from './labels';
import en from './contact-type.en.json';
import fr from './contact-type.fr.json';

export const contactType = defineResource('crm.contact-type', {
  path: 'crm/contact-types',
  texts: { fr, en },
  rights: 'crm.contact-type',
  grants: READABLE_BY_USERS,
  fields: ordered(),
  sortable: true,
  list: ['name'],
});
