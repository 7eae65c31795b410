import {
  actionOf,
  BASE_ROLES,
  isCommonAction,
  isRight,
  SCOPES,
  type DeclaredRight,
  type DefaultGrant,
  type Scope,
  type Words,
} from '@coulisse/contracts/rights';
import { behaviourOf } from './children';
import { featuresOf } from './features';
import { transitionRight, wholeRight } from './resource';
import type { DefaultGrants, ResourceDefinition } from './resource-definition';

/** Grants of what users look up and administrators keep. */
export const READABLE_BY_USERS: DefaultGrants = { ADMINISTRATOR: 'all', USER: { read: 'all' } };

/** Rights of the levels of fields: to see sensitive ones, and to reveal secrets. */
export const LEVEL_RIGHTS = ['sensitive', 'secret'] as const;

/** All rights of a resource: of its operations, transitions, exchanges, field levels and further routes. */
export function rightsOf(resource: ResourceDefinition): string[] {
  const { operations, customRoutes, rights, lifecycle, fields, furtherRights } = resource;
  const { exportable, importable } = featuresOf(resource);
  const specs = Object.values(fields).map(({ spec }) => spec);
  const actions = [
    ...operations,
    ...customRoutes,
    ...(exportable ? ['export'] : []),
    ...(importable ? ['import'] : []),
    ...LEVEL_RIGHTS.filter((level) => specs.some((spec) => spec[level])),
    ...furtherRights,
  ];
  const transitions = Object.entries(lifecycle?.transitions ?? {})
    .filter(([, { auto, system }]) => !auto && !system)
    .map(([name]) => transitionRight(resource, name))
    // The right of another resource is granted there.
    .filter((right) => right.startsWith(`${rights}.`));
  const ofRows = specs.flatMap((spec) =>
    Object.values(behaviourOf(spec).lifecycle?.transitions ?? {}).map(({ right }) =>
      wholeRight(resource, right),
    ),
  );
  return [...new Set([...actions.map((action) => `${rights}.${action}`), ...transitions, ...ofRows])];
}

/** The grants that a resource declares, one by one; throws for a right that it does not have. */
export function defaultGrants(resource: ResourceDefinition): DefaultGrant[] {
  const all = rightsOf(resource);
  const wrong = all.find((right) => !isRight(right));
  if (wrong !== undefined)
    throw new Error(`${resource.name} has the right ${wrong}, which is no name of a right`);
  return BASE_ROLES.flatMap((role): DefaultGrant[] => {
    const granted = resource.grants[role];
    if (granted === undefined) return [];
    if (typeof granted === 'string') return all.map((right) => ({ role, right, scope: granted }));
    return Object.entries(granted).map(([name, scope]) => {
      const right = wholeRight(resource, name);
      if (!all.includes(right)) throw new Error(`${resource.name} grants ${right}, which nothing requires`);
      return { role, right, scope };
    });
  });
}

/** Operations that no record restricts: a new record is its author's own, and an import updates whatever it names. */
const WITHOUT_RECORD = ['create', 'import'];

/** The rights of a resource that a tenant may grant, in words; those on records that are tenants are the platform's. */
export function declaredRights(resource: ResourceDefinition): DeclaredRight[] {
  if (resource.tenancy === 'self') return [];
  const { name, texts } = resource;
  const words = (key: string): Words => ({ fr: texts.fr[key] ?? key, en: texts.en[key] ?? key });
  return rightsOf(resource).map((right) => ({
    right,
    scopes: possibleScopes(resource, right),
    subject: words(`${name}.plural`),
    label: isCommonAction(actionOf(right)) ? null : rightWords(resource, right),
  }));
}

/** Routes of a feature (`furtherRights`) restrict no record, unless the declaration itself grants them on some. */
function possibleScopes(resource: ResourceDefinition, right: string): readonly Scope[] {
  const isScoped =
    resource.access !== undefined &&
    !WITHOUT_RECORD.includes(actionOf(right)) &&
    !resource.furtherRights.includes(actionOf(right));
  if (isScoped) return SCOPES;
  const declared = defaultGrants(resource).filter((grant) => grant.right === right);
  return SCOPES.filter((scope) => scope === 'all' || declared.some((grant) => grant.scope === scope));
}

/** Text keys of the transitions, of records and of their rows, that require a right; the one of its own name alone. */
function transitionKeys(resource: ResourceDefinition, right: string): string[] {
  const { name, lifecycle, fields } = resource;
  const ofRecords = Object.keys(lifecycle?.transitions ?? {})
    .filter((transition) => transitionRight(resource, transition) === right)
    .map((transition) => `${name}.action.${transition}`);
  const ofRows = Object.entries(fields).flatMap(([field, { spec }]) =>
    Object.entries(behaviourOf(spec).lifecycle?.transitions ?? {})
      .filter(([, transition]) => wholeRight(resource, transition.right) === right)
      .map(([transition]) => `${name}.${field}.action.${transition}`),
  );
  const keys = [...ofRecords, ...ofRows];
  const namesake = keys.find((key) => actionOf(key) === actionOf(right));
  return namesake ? [namesake] : keys;
}

/** Key of the text of a right: needed where no transition says what it allows. */
const rightKey = ({ name }: ResourceDefinition, right: string) => `${name}.right.${actionOf(right)}`;

/** Keys of the texts of rights that nothing else names. */
export const namedRightKeys = (resource: ResourceDefinition): string[] =>
  rightsOf(resource)
    .filter((right) => !isCommonAction(actionOf(right)) && transitionKeys(resource, right).length === 0)
    .map((right) => rightKey(resource, right));

/** What a right allows: its own text if there is one, or the labels of its transitions. */
function rightWords(resource: ResourceDefinition, right: string): Words {
  const key = rightKey(resource, right);
  const inLanguage = (language: 'fr' | 'en') => {
    const texts = resource.texts[language];
    const labels = transitionKeys(resource, right).map((transition) => texts[transition] ?? transition);
    return texts[key] ?? ([...new Set(labels)].join(', ') || key);
  };
  return { fr: inLanguage('fr'), en: inLanguage('en') };
}
