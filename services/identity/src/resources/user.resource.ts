import { isPersonName, PERSON_NAME_MAX } from '@coulisse/identifiers/person-name';
import {
  blocked,
  bool,
  color,
  defineResource,
  email,
  enumeration,
  money,
  ref,
  text,
} from '@coulisse/resource';
import { emission } from '@coulisse/resource-server/emission';
import en from './user.en.json';
import fr from './user.fr.json';

export const displayNameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

/**
 * A member of a tenant's staff. Created by a custom route (`features/staff`), because a login must be created at the
 * identity provider too. Disabled, never deleted, because the history refers to it.
 */
export const user = defineResource('identity.user', {
  path: 'core/users',
  texts: { fr, en },
  rights: 'identity.user',
  table: 'staff_user',
  fields: {
    displayName: text({ max: 210 }).searchable(),
    firstName: text({ max: PERSON_NAME_MAX }).required(),
    lastName: text({ max: PERSON_NAME_MAX }).required(),
    email: email().required().unique().searchable(),
    role: ref('identity.role').required(),
    manager: ref('identity.user').help(),
    softwareLanguage: enumeration(['fr', 'en']).default('fr'),
    enabled: bool().default(true),
    color: color(),
    cost: money({ min: 0 }),
    /** PENDING until the login exists at the identity provider, then ACTIVE. */
    access: enumeration(['PENDING', 'ACTIVE']).default('PENDING').readonly(),
    /** Subject of the user's tokens. */
    subject: text({ max: 64 }).readonly(),
  },
  derive: { displayName: displayNameOf },
  rules: [
    ({ firstName }) => !isPersonName(firstName) && blocked('validation.person-name', undefined, '/firstName'),
    ({ lastName }) => !isPersonName(lastName) && blocked('validation.person-name', undefined, '/lastName'),
    ({ id, manager }) => manager === id && blocked('validation.choice', undefined, '/manager'),
    ({ email: address }) =>
      address !== address.toLowerCase() && blocked('validation.email', undefined, '/email'),
  ],
  list: ['displayName', 'email', 'role', 'enabled', 'access'],
  label: 'displayName',
  sort: 'displayName',
  operations: ['read', 'update'],
  customRoutes: ['create'],
  emits: ({ id, subject }) =>
    subject === null
      ? null
      : emission('identity.user.v1', {
          $case: 'accessChanged',
          value: { userId: id, subject, endsSessions: false },
        }),
});
