import { BASE_ROLES, isRight, type DefaultGrant } from '@coulisse/contracts/rights';
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
