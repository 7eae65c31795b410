import type { BaseRole } from '@coulisse/contracts';
import { blockedBy, defineCommand } from '@coulisse/resource-server';
import { Problem, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { role } from '../../resources';
import type { DefaultGrants } from './default-grants';
import type { RoleGuard } from './role-guard';
import { scopesOfRole, widened, type RoleGrants } from './role-rights';
import { wrongGrants } from './role-rules';
import { usersOfRole } from './role.read-model';

interface Change {
  readonly tx: Tx;
  readonly ctx: ServiceContext;
  readonly actor: Actor;
}
const NO_RIGHTS: RoleGrants = { basedOn: null, grants: [] };

const rightsIn = ({ basedOn, grants }: { basedOn?: unknown; grants?: unknown }): RoleGrants => ({
  basedOn: (basedOn as BaseRole | null | undefined) ?? null,
  grants: (grants as RoleGrants['grants'] | undefined) ?? [],
});

/** Users of an archived role could not log in any more. */
async function refuseWhileUsed(tx: Tx, id: string): Promise<void> {
  const count = await usersOfRole(tx, id);
  if (count === 0) return;
  const errors = [{ pointer: '/isArchived', code: 'role.in-use' as const, params: { count } }];
  throw new Problem('role.in-use', { params: { count }, errors });
}

/** A role that every tenant has is not deleted; one in use is refused by the reference to it. */
const deleteRole = defineCommand(role, 'delete', async ({ record, proceed }) => {
  if (record.code !== null) throw new Problem('role.base-fixed', { status: 409 });
  return proceed();
});

const archiveRole = defineCommand(role, 'archive', async ({ id, record, tx, proceed }) => {
  // For a role of every tenant, the rule of the resource answers.
  if (record.code === null) await refuseWhileUsed(tx, id);
  return proceed();
});

/** What the rights of a role must satisfy when it is created, copied or changed. */
export function roleCommands(defaults: DefaultGrants, guard: RoleGuard) {
  const check = async ({ tx, ctx, actor }: Change, before: RoleGrants, after: RoleGrants): Promise<void> => {
    const wrong = wrongGrants(after.grants, before.grants, await defaults.catalogue(ctx));
    if (wrong.length > 0) throw blockedBy(wrong);
    const grants = await defaults.byRole(ctx);
    const widenedRights = widened(scopesOfRole(before, grants), scopesOfRole(after, grants));
    await guard.refuseRights(tx, actor, widenedRights, (right) => {
      const index = after.grants.findIndex((grant) => grant.right === right);
      return index >= 0 ? `/grants/${index}/scope` : '/basedOn';
    });
  };
  return [
    deleteRole,
    archiveRole,
    defineCommand(role, 'create', async (context) => {
      await check(context, NO_RIGHTS, rightsIn(context.values));
      return context.proceed();
    }),
    defineCommand(role, 'update', async (context) => {
      const { id, record, changes, tx } = context;
      await check(context, rightsIn(record), rightsIn({ ...record, ...changes }));
      if (changes.isArchived === true && !record.isArchived && record.code === null)
        await refuseWhileUsed(tx, id);
      return context.proceed();
    }),
  ];
}
