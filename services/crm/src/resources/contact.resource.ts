import { defineResource, email, phone, ref, text } from '@coulisse/resource';
import en from './contact.en.json';
import fr from './contact.fr.json';

/** Contact at a company: an individual, and their function. */
export const contact = defineResource('crm.contact', {
  path: 'crm/contacts',
  texts: { fr, en },
  rights: 'crm.contact',
  fields: {
    /** Names of both, computed by the database. */
    name: text({ max: 405 }).readonly().searchable(),
    /** A company or a supplier. */
    society: ref('crm.tiers', { only: { kind: ['society', 'supplier'] } })
      .required()
      .help(),
    particular: ref('crm.particular').required(),
    type: ref('crm.contact-type'),
    function: text({ max: 120 }).searchable(),
    email: email().searchable().help(),
    telephone: phone(),
    mobile: phone(),
  },
  uniqueTogether: [{ fields: ['society', 'particular'], code: 'contact.already-attached' }],
  list: ['particular', 'society', 'type', 'function', 'email', 'telephone'],
  label: 'name',
  sort: 'particular',
});
