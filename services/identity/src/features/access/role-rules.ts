import { isWider, type Scope } from '@coulisse/contracts';
import { blocked, type Blocker } from '@coulisse/resource';
import type { RightCatalogue } from './default-grants';
import type { RoleGrant } from './role-rights';

const same = (left: RoleGrant, right: RoleGrant) => left.right === right.right && left.scope === right.scope;

/**
 * What is wrong with the grants of a role: rights that no service declares, and scopes that a right cannot have. Grants
 * that are stored already are accepted: a right may have gone with a release, and the role can still be changed.
 */
export const wrongGrants = (
  grants: readonly RoleGrant[],
  stored: readonly RoleGrant[],
  catalogue: RightCatalogue,
): Blocker[] =>
  grants.flatMap((grant, index): Blocker[] => {
    if (stored.some((former) => same(former, grant))) return [];
    const declared = catalogue.get(grant.right);
    if (!declared) return [blocked('role.right-unknown', undefined, `/grants/${index}/right`)];
    const isPossible = grant.scope === 'none' || declared.scopes.some((scope) => scope === grant.scope);
    return isPossible ? [] : [blocked('role.scope-impossible', undefined, `/grants/${index}/scope`)];
  });

/** Those of the rights that somebody with other rights may not give. */
export const beyond = (
  widenedRights: readonly { right: string; scope: Scope }[],
  scopeOf: (right: string) => Scope | null,
): string[] =>
  widenedRights.flatMap(({ right, scope }) => {
    const own = scopeOf(right);
    return own === null || isWider(scope, own) ? [right] : [];
  });
