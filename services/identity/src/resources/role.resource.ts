import { BASE_ROLES, isRight, type BaseRole } from '@coulisse/contracts/rights';
import { blocked, bool, children, defineResource, enumeration, longText, text } from '@coulisse/resource';
import en from './role.en.json';
import fr from './role.fr.json';

/** Roles that every tenant has. */
export const TENANT_ROLES = ['ADMINISTRATOR', 'USER'] as const satisfies readonly BaseRole[];
export type TenantRole = (typeof TENANT_ROLES)[number];

/** The role that always has all rights, so that a tenant cannot lock itself out. */
export const FULL_ROLE: TenantRole = 'ADMINISTRATOR';

/**
 * A role of a tenant's staff: the default grants of a base role, changed right by right. A role that is based on none
 * has the rights that it lists.
 */
export const role = defineResource('identity.role', {
  path: 'core/roles',
  texts: { fr, en },
  rights: 'identity.role',
  fields: {
    name: text({ max: 80 }).required().unique().searchable(),
    /** Of the roles that every tenant has. */
    code: text({ max: 40 }).readonly(),
    basedOn: enumeration(TENANT_ROLES).help(),
    description: longText(),
    grants: children({
      right: text({ max: 120 }).required(),
      scope: enumeration(['none', 'own', 'team', 'all']).required(),
    }),
    isArchived: bool(),
  },
  rules: [
    // A code names the role of an actor: no role of a tenant's own may be taken for one that every tenant has.
    ({ name }) =>
      (BASE_ROLES as readonly string[]).includes(name.trim().toUpperCase()) &&
      blocked('role.name-reserved', undefined, '/name'),
    ({ grants }) => {
      const wrong = grants.findIndex(({ right }) => !isRight(right));
      return wrong >= 0 && blocked('validation.format', undefined, `/grants/${wrong}/right`);
    },
    ({ grants }) => {
      const rights = grants.map(({ right }) => right);
      const repeated = rights.findIndex((right, index) => rights.indexOf(right) !== index);
      return repeated >= 0 && blocked('validation.unique', undefined, `/grants/${repeated}/right`);
    },
    ({ code, basedOn }) =>
      code !== null && basedOn !== code && blocked('role.base-fixed', undefined, '/basedOn'),
    ({ code, grants }) =>
      code === FULL_ROLE && grants.length > 0 && blocked('role.full', undefined, '/grants'),
    ({ code, isArchived }) =>
      code !== null && isArchived && blocked('role.base-fixed', undefined, '/isArchived'),
  ],
  list: ['name', 'basedOn', 'description', 'isArchived'],
  label: 'name',
  sort: 'name',
});
