import type { SectionOverride } from '@coulisse/mfe-kit';

/** A person has a first and a last name and a job; a company has one name and numbers of the national register. */
const OF_A_PERSON = new Set(['civility', 'firstName', 'lastName', 'particularType', 'job', 'contactOf']);
const NUMBERS = ['siren', 'siret', 'intracommunityVatNumber', 'naf', 'rcs', 'eori'];
const COMPANY = [...NUMBERS, 'legalStatus', 'capital', 'workforce', 'vatRegime'];
const OF_A_COMPANY = new Set(['name', 'contacts', ...COMPANY]);
/** Only a company subscribes. */
const OF_A_SUBSCRIBER = new Set(['subscriptionStart', 'subscriptionEnd', 'expiresIn']);
/** Fields filled by other services, hidden while empty. */
const FILLED_ELSEWHERE = new Set(['job', 'customerAccountingCode', 'mergedInto']);

type Values = Readonly<Record<string, unknown>>;
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

export const isVisible = (field: string, values: Values): boolean => {
  if (FILLED_ELSEWHERE.has(field) && isEmpty(values[field])) return false;
  const { kind } = values;
  // Records in the list of one kind have no `kind` field.
  if (kind === undefined) return true;
  if (OF_A_SUBSCRIBER.has(field)) return kind === 'society';
  return kind === 'particular' ? !OF_A_COMPANY.has(field) : !OF_A_PERSON.has(field);
};

export const recordSections: SectionOverride[] = [
  {
    fields: [
      'kind',
      'civility',
      'firstName',
      'lastName',
      'name',
      'particularType',
      'job',
      'type',
      'language',
      'photo',
    ],
  },
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
  { title: 'section.company', fields: COMPANY },
  {
    title: 'section.followUp',
    fields: [
      'group',
      'status',
      'loyalty',
      'loyaltyIsManual',
      'turnoverHT',
      'customerAccountingCode',
      'isGiftVoucher',
      'mergedInto',
    ],
  },
  { title: 'section.subscription', fields: ['subscriptionStart', 'subscriptionEnd', 'expiresIn'] },
];

/** Fields usually known when a third party is created; the rest is filled in on the record. */
export const formSections: SectionOverride[] = [
  {
    fields: ['kind', 'civility', 'firstName', 'lastName', 'name', 'email', 'mobile', 'telephone', 'language'],
  },
  { title: 'section.company', fields: ['siret', 'intracommunityVatNumber', 'legalStatus'] },
  { title: 'section.followUp', fields: ['particularType', 'group', 'status', 'newsletterSubscribed'] },
];

/** Whether a sale can be made to a record: suppliers sell to the theatre, and an archived record has given way to another. */
export const canBuy = ({ kind, isArchived }: Values, resource: string): boolean =>
  kind !== 'supplier' && resource !== 'crm.supplier' && isArchived !== true;
