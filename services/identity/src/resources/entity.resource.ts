import { archivable, defineResource, int, READABLE_BY_USERS, text } from '@coulisse/resource';
import en from './entity.en.json';
import fr from './entity.fr.json';

/**
 * A structure of a tenant: a house, a company, an association that it runs shows with. Records of other services name it, so
 * that it is archived and never deleted.
 */
export const entity = defineResource('identity.entity', {
  path: 'core/entities',
  texts: { fr, en },
  rights: 'identity.entity',
  grants: READABLE_BY_USERS,
  fields: archivable({
    name: text({ max: 120 }).required().unique().searchable(),
    /** Of a calendar year. What stops a sale is the limit in the settings of the box office. */
    limitOnTheNumberOfTickets: int({ min: 1, max: 100_000_000 }).help(),
    /** Who signs what it sends. */
    sender: text({ max: 160 }).help(),
  }),
  operations: ['read', 'create', 'update'],
  list: ['name', 'sender', 'limitOnTheNumberOfTickets', 'isArchived'],
  sums: [],
  label: 'name',
  sort: 'name',
});
