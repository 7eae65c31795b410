import { computed, defineResource, email, phone, ref, text } from '@coulisse/resource';
import en from './contact.en.json';
import fr from './contact.fr.json';

const NAME = `(SELECT concat_ws(' · ', p.name, s.name) FROM tiers p JOIN tiers s ON s.tenant_id = p.tenant_id AND s.id = t.society_id
  WHERE p.tenant_id = t.tenant_id AND p.id = t.particular_id)`;

/** Contact at a company: an individual, and their function. */
export const contact = defineResource('crm.contact', {
  path: 'crm/contacts',
  texts: { fr, en },
  rights: 'crm.contact',
  grants: {
    ADMINISTRATOR: 'all',
    USER: { read: 'all', create: 'all', update: 'all', delete: 'all' },
  },
  fields: {
    /** Names of both. */
    name: computed(text({ max: 405 }), NAME).searchable(),
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
