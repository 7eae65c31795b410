import { scopedRight, SCOPES, type BaseRole, type Scope } from '@coulisse/contracts';
import type { GrantsByRole } from './default-grants';

/** A role of a tenant, as far as its rights depend on it. */
export interface RoleGrants {
  readonly basedOn: BaseRole | null;
  /** Changes to the rights of the base role; `none` takes a right away. */
  readonly grants: readonly { readonly right: string; readonly scope: string }[];
}

/** The rights of a role: the default grants of its base, then its own changes. An unknown scope grants nothing. */
export function rightsOfRole({ basedOn, grants }: RoleGrants, defaults: GrantsByRole): string[] {
  const scopes = new Map<string, string>();
  for (const { right, scope } of (basedOn && defaults.get(basedOn)) ?? []) scopes.set(right, scope);
  for (const { right, scope } of grants) scopes.set(right, scope);
  return [...scopes].flatMap(([right, scope]) =>
    (SCOPES as readonly string[]).includes(scope) ? [scopedRight(right, scope as Scope)] : [],
  );
}
