import { isWider, scopedRight, SCOPES, type BaseRole, type Scope } from '@coulisse/contracts';
import type { GrantsByRole } from './default-grants';

export interface RoleGrant {
  readonly right: string;
  /** `none` takes away what the base role has. */
  readonly scope: string;
}
/** A role of a tenant, as far as its rights depend on it. */
export interface RoleGrants {
  readonly basedOn: BaseRole | null;
  /** Changes to the rights of the base role. */
  readonly grants: readonly RoleGrant[];
}

export type ScopesByRight = ReadonlyMap<string, Scope>;

/** The default grants of a base role; a role that is based on none has none. */
export const defaultScopes = (basedOn: BaseRole | null, defaults: GrantsByRole): ScopesByRight =>
  new Map(((basedOn && defaults.get(basedOn)) ?? []).map(({ right, scope }) => [right, scope]));

/** The rights of a role: the default grants of its base, then its own changes. An unknown scope grants nothing. */
export function scopesOfRole({ basedOn, grants }: RoleGrants, defaults: GrantsByRole): ScopesByRight {
  const scopes = new Map(defaultScopes(basedOn, defaults));
  for (const { right, scope } of grants) {
    const knownScope = SCOPES.find((candidate) => candidate === scope);
    if (knownScope) scopes.set(right, knownScope);
    else scopes.delete(right);
  }
  return scopes;
}

/** The same as texts, as an actor holds them. */
export const rightsOfRole = (role: RoleGrants, defaults: GrantsByRole): string[] =>
  [...scopesOfRole(role, defaults)].map(([right, scope]) => scopedRight(right, scope));

/** Rights that become wider, or that were not there before. */
export const widened = (before: ScopesByRight, after: ScopesByRight): { right: string; scope: Scope }[] =>
  [...after].flatMap(([right, scope]) => {
    const former = before.get(right);
    return former === undefined || isWider(scope, former) ? [{ right, scope }] : [];
  });
