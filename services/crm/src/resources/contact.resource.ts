import { defineResource, email, phone, ref, text } from '@coulisse/resource';

/** Somebody to talk to at a company: an individual, and what they do there. */
export const contact = defineResource('crm.contact', {
  path: 'crm/contacts',
  rights: 'crm.contact',
  fields: {
    /** Both names, as the database reads them. */
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
