import { DEFAULT_TIME_ZONE, isTimeZone } from '@coulisse/contracts/time-zone';
import { blocked, bool, country, date, defineResource, email, list, phone, text } from '@coulisse/resource';
import { emission } from '@coulisse/resource-server/emission';
import en from './saas-customer.en.json';
import fr from './saas-customer.fr.json';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A SaaS customer: a company that runs shows. Each is a tenant. */
export const saasCustomer = defineResource('identity.saas-customer', {
  path: 'core/saas-customers',
  texts: { fr, en },
  rights: 'identity.saas-customer',
  grants: { SUPER_ADMINISTRATOR: { read: 'all', create: 'all', update: 'all', export: 'all' } },
  tenancy: 'self',
  fields: {
    name: text({ max: 120 }).required().searchable(),
    /** Short name in URLs and of the organization at the identity provider. */
    slug: text({ min: 2, max: 60 }).required().unique().searchable().help(),
    prefix: text({ max: 10 }),
    addressLines: list(text({ max: 120 })),
    zipCode: text({ max: 12 }),
    city: text({ max: 120 }).searchable(),
    country: country(),
    telephone: phone(),
    email: email().searchable(),
    siret: text({ max: 14 }),
    insee: text({ max: 20 }),
    naf: text({ max: 10 }),
    vatRegime: text({ max: 60 }),
    intracommunityVatNumber: text({ max: 20 }),
    nationality: text({ max: 60 }),
    /** Where the days of the tenant begin and its schedules run: a name of the IANA database. */
    timeZone: text({ max: 64 }).default(DEFAULT_TIME_ZONE).help(),
    contractStart: date(),
    contractEnd: date(),
    isArchived: bool(),
  },
  rules: [
    ({ slug }) => !SLUG.test(slug) && blocked('validation.format', undefined, '/slug'),
    ({ timeZone }) => !isTimeZone(timeZone) && blocked('validation.time-zone', undefined, '/timeZone'),
    ({ addressLines }) =>
      addressLines.length > 3 && blocked('validation.choice-count', { min: 0, max: 3 }, '/addressLines'),
    ({ contractStart, contractEnd }) =>
      contractStart !== null &&
      contractEnd !== null &&
      contractEnd < contractStart &&
      blocked('validation.value-min', { min: contractStart }, '/contractEnd'),
  ],
  list: ['name', 'slug', 'city', 'email', 'contractEnd', 'isArchived'],
  label: 'name',
  sort: 'name',
  operations: ['read', 'create', 'update'],
  emits: (record) =>
    emission('identity.tenant.v1', {
      $case: 'changed',
      value: {
        tenantId: record.id,
        version: record.version,
        name: record.name,
        slug: record.slug,
        city: record.city ?? '',
        address: [...record.addressLines, [record.zipCode, record.city].filter(Boolean).join(' ')]
          .filter(Boolean)
          .join(', '),
        archived: record.isArchived,
      },
    }),
});
