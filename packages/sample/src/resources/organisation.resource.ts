import { defineResource, text } from '@coulisse/resource';

/** Each record is a tenant: only the platform lists them. */
export const organisation = defineResource('sample.organisation', {
  path: 'sample/organisations',
  rights: 'sample.organisation',
  tenancy: 'self',
  fields: { name: text({ max: 80 }).required().searchable(), slug: text({ max: 40 }).required().unique() },
});
