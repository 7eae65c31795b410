import { isPersonName, PERSON_NAME_MAX } from '@coulisse/identifiers/person-name';
import { blocked, bool, color, defineResource, email, enumeration, money, text } from '@coulisse/resource';
import { emission } from '@coulisse/service-kit/kernel/emission';
import { TENANT_ROLES } from '../features/access/role-rights';

/**
 * A member of a customer's staff. Created by a route of its own (`features/administrators`): a login has to be made at
 * the identity provider in step. Never deleted: disabled, because history names it.
 */
export const user = defineResource('identity.user', {
  path: 'core/users',
  rights: 'identity.user',
  table: 'staff_user',
  fields: {
    displayName: text({ max: 210 }).searchable(),
    firstName: text({ max: PERSON_NAME_MAX }).required(),
    lastName: text({ max: PERSON_NAME_MAX }).required(),
    email: email().required().unique().searchable(),
    role: enumeration(TENANT_ROLES).required(),
    softwareLanguage: enumeration(['fr', 'en']).default('fr'),
    enabled: bool().default(true),
    color: color(),
    cost: money({ min: 0 }),
    /** Whether the login exists: PENDING between the row and the identity provider's answer. */
    access: enumeration(['PENDING', 'ACTIVE']).default('PENDING').readonly(),
    /** Subject of the user's tokens. */
    subject: text({ max: 64 }).readonly(),
  },
  derive: { displayName: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  rules: [
    ({ firstName }) => !isPersonName(firstName) && blocked('validation.person-name', undefined, '/firstName'),
    ({ lastName }) => !isPersonName(lastName) && blocked('validation.person-name', undefined, '/lastName'),
    ({ email: address }) =>
      address !== address.toLowerCase() && blocked('validation.email', undefined, '/email'),
  ],
  list: ['displayName', 'email', 'role', 'enabled', 'access'],
  label: 'displayName',
  sort: 'displayName',
  operations: ['read', 'update'],
  emits: ({ id, subject }) =>
    subject === null
      ? null
      : emission('identity.user.v1', {
          $case: 'accessChanged',
          value: { userId: id, subject, endsSessions: false },
        }),
});
