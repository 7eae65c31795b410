import type { ResourceOverrides, SectionOverride } from '@coulisse/mfe-kit';

/** A person has a first and a last name; a company has one name and numbers of the national register. */
const OF_A_PERSON = new Set(['firstName', 'lastName', 'particularType']);
const OF_A_COMPANY = new Set([
  'name',
  'siren',
  'siret',
  'naf',
  'rcs',
  'eori',
  'capital',
  'workforce',
  'vatRegime',
  'intracommunityVatNumber',
]);

const sections: SectionOverride[] = [
  { fields: ['kind', 'name', 'firstName', 'lastName', 'particularType', 'type', 'language'] },
  {
    title: 'section.contact',
    fields: [
      'email',
      'secondaryEmail',
      'telephone',
      'telephone2',
      'mobile',
      'mobile2',
      'fax',
      'website',
      'newsletterSubscribed',
    ],
  },
  { title: 'section.company', fields: [...OF_A_COMPANY].filter((field) => field !== 'name') },
  {
    title: 'section.subscription',
    fields: ['subscriptionStart', 'subscriptionEnd', 'isGiftVoucher', 'isArchived'],
  },
];

/** What most people know when they add somebody; the rest is filled in on the record. */
const asked: SectionOverride[] = [
  { fields: ['kind', 'name', 'firstName', 'lastName', 'email', 'telephone', 'mobile', 'language'] },
  { title: 'section.company', fields: ['siret', 'intracommunityVatNumber'] },
];

export const isVisible = (field: string, values: Readonly<Record<string, unknown>>): boolean => {
  const person = values['kind'] === 'particular';
  return person ? !OF_A_COMPANY.has(field) : !OF_A_PERSON.has(field);
};

/** Third parties: looked for by name, then called or written to at once. */
export const tiers: ResourceOverrides = {
  visible: isVisible,
  list: {
    columns: ['name', 'kind', 'telephone', 'mobile'],
    second: { name: ['email'] },
    tabs: 'kind',
  },
  record: { sections, subtitle: (record) => (typeof record['email'] === 'string' ? record['email'] : null) },
  form: { sections: asked, initial: { kind: 'particular' } },
};
