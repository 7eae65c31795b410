import type { Scope } from '@coulisse/contracts';
import {
  Problem,
  scopeOf,
  type Actor,
  type FieldError,
  type ServiceContext,
  type Tx,
} from '@coulisse/service-kit';
import { FULL_ROLE } from '../../resources';
import type { DefaultGrants } from './default-grants';
import { readRole, roleCodeOf } from './role.read-model';
import { scopesOfRole, widened } from './role-rights';
import { beyond } from './role-rules';

/**
 * Nobody gives more than they have: neither rights to a role, nor a role to a user. The administrators of the tenant
 * may give everything, and so may the system.
 */
export class RoleGuard {
  constructor(private readonly defaults: DefaultGrants) {}

  /** Refuses rights that the actor may not give; `pointerOf` names the field that gives one. */
  async refuseRights(
    tx: Tx,
    actor: Actor,
    widenedRights: readonly { right: string; scope: Scope }[],
    pointerOf: (right: string) => string,
  ): Promise<void> {
    if (widenedRights.length === 0 || actor.kind === 'system') return;
    const refused = beyond(widenedRights, (right) => scopeOf(actor, right));
    // The rights of a role decide, not its name: a tenant chooses the names of its own.
    if (refused.length === 0 || (await roleCodeOf(tx, actor.userId)) === FULL_ROLE) return;
    const code = 'role.beyond-own-rights' as const;
    const errors = [...new Set(refused.map(pointerOf))].map((pointer): FieldError => ({ pointer, code }));
    throw new Problem(code, { errors });
  }

  /** Refuses a role with rights that the actor may not give, for a user. */
  async refuseRole(tx: Tx, ctx: ServiceContext, actor: Actor, roleId: string): Promise<void> {
    const role = await readRole(tx, roleId);
    if (!role) return;
    const scopes = scopesOfRole(role, await this.defaults.byRole(ctx));
    await this.refuseRights(tx, actor, widened(new Map(), scopes), () => '/role');
  }
}
