import type { ResourceDefinition } from '@coulisse/resource';
import { narrower, type Scope } from '@coulisse/contracts/rights';
import { isScoped, scopeOf, type Actor } from '@coulisse/service-kit/actor';
import { quote } from './codec';

/** How a record relates to the actor; `other` is visible with a right on all records only. */
export type Relation = 'own' | 'team' | 'other';

/** Column of a row with its relation to the actor. */
export const RELATION = '_relation';

/** Which records an actor sees: the scope of the right to read of each resource of a service; null for none. */
export interface Visibility {
  /** Equal for actors who see the same; empty for one who sees everything. */
  readonly key: string;
  /** True if statements return the relation of records to the actor. */
  readonly isScoped: boolean;
  scopeOf(resource: ResourceDefinition): Scope | null;
}

export const EVERYTHING: Visibility = { key: '', isScoped: false, scopeOf: () => 'all' };

/**
 * What an actor sees of the resources of a service. `narrowed` is a further right on one of them, whose records are
 * read for that right (such as an export): only those that both rights cover.
 */
export function visibilityOf(
  actor: Actor,
  resources: readonly ResourceDefinition[],
  narrowed?: { readonly resource: ResourceDefinition; readonly right: string },
): Visibility {
  const scopes = new Map<string, Scope | null>();
  for (const resource of resources) {
    const read = scopeOf(actor, `${resource.rights}.read`);
    const isNarrowed = narrowed?.resource.name === resource.name;
    scopes.set(resource.name, isNarrowed ? narrower(read, scopeOf(actor, narrowed.right)) : read);
  }
  const scoped = isScoped(actor);
  if (!scoped && [...scopes.values()].every((scope) => scope === 'all')) return EVERYTHING;
  return {
    key: [scoped ? 'scoped' : '', ...[...scopes.values()].map((scope) => scope ?? 'none')].join(' '),
    isScoped: scoped,
    scopeOf: ({ name }) => scopes.get(name) ?? null,
  };
}

/** True if a right with this scope covers a record with this relation. */
export const covers = (scope: Scope | null, relation: Relation): boolean =>
  scope === 'all' || (scope === 'team' && relation !== 'other') || (scope === 'own' && relation === 'own');

/** The user and the users of the team, as `tenantStatement` of service-kit sets them; constant in a statement. */
const USER = `(SELECT nullif(current_setting('app.user', true), ''))::uuid`;
const TEAM = `(SELECT nullif(current_setting('app.team', true), ''))::uuid[]`;

/** Finds the column of a field, and the table and columns that a reference leads to. */
export interface OwnershipColumns {
  column(field: string): string;
  /** A reference to a record of the same service: its table, and the column of a field there. */
  target(field: string, targetField: string): { table: string; column: string };
}

/** The user that a path leads to: a column, or a subquery through a reference. */
function userAt(path: string, alias: string, columns: OwnershipColumns): string {
  const [field = '', targetField] = path.split('.');
  const column = `${alias}.${quote(field === 'createdBy' ? 'created_by' : columns.column(field))}`;
  if (targetField === undefined) return column;
  const target = columns.target(field, targetField);
  return `(SELECT p.${quote(target.column)} FROM ${quote(target.table)} p WHERE p.tenant_id = ${alias}.tenant_id AND p.id = ${column})`;
}

/** Conditions for the records of the actor, and for those of the actor and the actor's team. */
export function ownershipConditions(
  { access, name }: ResourceDefinition,
  alias: string,
  columns: OwnershipColumns,
): { own: string; team: string } {
  // Nobody owns the records of a resource without owners: a narrower scope then shows nothing.
  if (!access) return { own: 'false', team: 'false' };
  if (access.own.includes('.')) throw new Error(`${name}: the owner is a field of the record`);
  const owner = userAt(access.own, alias, columns);
  const own = `${owner} = ${USER}`;
  const team = access.team
    ? `(${own} OR ${userAt(access.team, alias, columns)} = ${USER})`
    : `${owner} = ANY (${TEAM})`;
  return { own, team };
}

/** The condition that a record is visible with a scope; undefined if all are. */
export function visibleCondition(
  scope: Scope | null,
  conditions: () => { own: string; team: string },
): string | undefined {
  if (scope === 'all') return undefined;
  return scope === null ? 'false' : conditions()[scope];
}
