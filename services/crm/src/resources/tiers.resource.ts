import {
  blocked,
  bool,
  children,
  country,
  date,
  defineResource,
  email,
  enumeration,
  int,
  money,
  phone,
  text,
  url,
} from '@coulisse/resource';
import { emission } from '@coulisse/service-kit/kernel/emission';

export const TIERS_KINDS = ['particular', 'society', 'supplier'] as const;

const address = {
  name: text({ max: 120 }),
  addressLine1: text({ max: 200 }),
  addressLine2: text({ max: 200 }),
  addressLine3: text({ max: 200 }),
  zipCode: text({ max: 12 }),
  city: text({ max: 120 }),
  country: country(),
  billing: bool(),
  delivery: bool(),
  mainBilling: bool(),
  mainDelivery: bool(),
  headquarter: bool(),
};

/** What a number of the national register looks like once its spaces are gone. */
const digits = (value: string | null, length: number): boolean =>
  value === null || new RegExp(`^\\d{${length}}$`).test(value.replaceAll(' ', ''));

const several = (flags: readonly boolean[]): boolean => flags.filter(Boolean).length > 1;

/** A third party: an individual, a company or a supplier, in one table. */
export const tiers = defineResource('crm.tiers', {
  path: 'crm/tiers',
  rights: 'crm.tiers',
  fields: {
    kind: enumeration(TIERS_KINDS).required(),
    /** Of an individual, the database writes it from the first and last name. */
    name: text({ max: 201 }).searchable().help(),
    firstName: text({ max: 100 }),
    lastName: text({ max: 100 }),
    particularType: enumeration(['INTERNAL', 'EXTERNAL']),
    email: email().searchable(),
    secondaryEmail: email(),
    telephone: phone().searchable(),
    telephone2: phone(),
    mobile: phone().searchable(),
    mobile2: phone(),
    fax: phone(),
    website: url(),
    language: enumeration(['fr', 'en']).default('fr'),
    type: text({ max: 60 }),
    newsletterSubscribed: bool(),
    addresses: children(address, { entity: 'crm.address' }),
    siren: text({ max: 11 }),
    siret: text({ max: 17 }),
    naf: text({ max: 10 }),
    rcs: text({ max: 60 }),
    eori: text({ max: 20 }),
    capital: money({ min: 0 }),
    workforce: int({ min: 0 }),
    vatRegime: text({ max: 60 }),
    intracommunityVatNumber: text({ max: 20 }),
    subscriptionStart: date(),
    subscriptionEnd: date(),
    isGiftVoucher: bool(),
    isArchived: bool(),
  },
  rules: [
    ({ kind, name }) => kind !== 'particular' && !name && blocked('validation.not-blank', undefined, '/name'),
    ({ kind, lastName }) =>
      kind === 'particular' && !lastName && blocked('validation.not-blank', undefined, '/lastName'),
    ({ siren }) => !digits(siren, 9) && blocked('validation.format', undefined, '/siren'),
    ({ siret }) => !digits(siret, 14) && blocked('validation.format', undefined, '/siret'),
    ({ subscriptionStart, subscriptionEnd }) =>
      subscriptionStart !== null &&
      subscriptionEnd !== null &&
      subscriptionEnd < subscriptionStart &&
      blocked('validation.value-min', { min: subscriptionStart }, '/subscriptionEnd'),
    ({ addresses }) =>
      several(addresses.map((one) => one.mainBilling)) &&
      blocked('validation.unique', undefined, '/addresses'),
    ({ addresses }) =>
      several(addresses.map((one) => one.mainDelivery)) &&
      blocked('validation.unique', undefined, '/addresses'),
  ],
  list: ['name', 'kind', 'email', 'telephone', 'mobile', 'newsletterSubscribed', 'isArchived'],
  label: 'name',
  sort: 'name',
  emits: (record, action) =>
    action === 'delete'
      ? null
      : emission('crm.tiers.v1', {
          $case: 'changed',
          value: { tiersId: record.id, version: record.version, label: record.name ?? '' },
        }),
});
