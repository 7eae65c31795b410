import { blockersOf, columnName, type Blocker, type RecordOf } from '@coulisse/resource';
import { asProblem, blockedBy, type CommandContext } from '@coulisse/resource-server';
import { Problem, type Tx } from '@coulisse/service-kit';
import { FULL_ROLE, user } from '../../resources';
import { displayNameOf } from '../../resources/user.resource';
import type { RoleGuard } from '../access/role-guard';
import { requireRole, roleWithCode } from '../access/role.read-model';
import type { IdentityProvider } from '../provisioning/identity-provider';

type Staff = RecordOf<typeof user>;
type Update = CommandContext<typeof user, 'update'>;

/** What decides who may log in, and with which rights. */
const LOGIN_FIELDS: readonly (keyof typeof user.fields)[] = ['email', 'enabled', 'role'];

/** True if the user has the role with all rights and may log in. */
const isAdministrator = ({ role, enabled }: Staff, fullRole: string): boolean => role === fullRole && enabled;

/** Applies the rules to the changed fields only: values that an older rule accepted do not prevent other changes. */
function refuseBlocked(record: Staff, changed: readonly string[]): void {
  const touched = ({ pointer }: Blocker) => pointer === undefined || changed.includes(pointer.slice(1));
  const blockers = blockersOf(user.rules, { ...record }).filter(touched);
  if (blockers.length > 0) throw blockedBy(blockers);
}

/**
 * Refuses to leave a tenant without an administrator who can log in. The advisory lock serializes two administrators
 * who disable each other concurrently; the second then sees the change of the first.
 */
async function keepOneAdministrator(tx: Tx, { id, displayName }: Staff, pointer: string): Promise<void> {
  await tx.sql.query(`SELECT pg_advisory_xact_lock(hashtext('identity.administrators'), hashtext($1))`, [
    tx.tenantId,
  ]);
  const others = `SELECT 1 FROM staff_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
    WHERE u.tenant_id = $1 AND u.id <> $2 AND r.code = $3 AND u.enabled AND u.access = 'ACTIVE' LIMIT 1`;
  const { rowCount } = await tx.sql.query(others, [tx.tenantId, id, FULL_ROLE]);
  if (rowCount > 0) return;
  const params = { name: String(displayName) };
  const errors = [{ pointer, code: 'archive.impossible' as const, params }];
  throw new Problem('archive.impossible', { params, errors, status: 409 });
}

/** Replaces the update of the resource `user`. */
export class StaffUserUpdate {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly guard: RoleGuard,
  ) {}

  /** Updates a user; an event updates the login (`events/on-user-changed.consumer.ts`). */
  async update({ id, record: before, changes, tx, ctx, actor }: Update): Promise<{ id: string }> {
    const merged = { ...before, ...changes };
    const lowered = { ...merged, email: merged.email.toLowerCase() };
    const after: Staff = { ...lowered, displayName: displayNameOf(lowered) };

    const changed = (Object.keys(user.fields) as (keyof typeof user.fields)[]).filter(
      (field) => before[field] !== after[field],
    );
    if (changed.length === 0) return { id };
    refuseBlocked(after, changed);
    // Who takes over a login, or closes it, must have the rights that it has.
    if (changed.some((field) => LOGIN_FIELDS.includes(field)))
      await this.guard.refuseRole(tx, ctx, actor, before.role);
    const fullRole = await roleWithCode(tx, FULL_ROLE);
    if (changed.includes('role')) {
      await requireRole(tx, after.role);
      await this.guard.refuseRole(tx, ctx, actor, after.role);
    }
    if (isAdministrator(before, fullRole) && !isAdministrator(after, fullRole))
      await keepOneAdministrator(tx, before, after.enabled ? '/role' : '/enabled');
    if (changed.includes('email')) {
      // The e-mail address is the login name, which is unique among all tenants.
      const holder = await this.provider.findStaff(after.email);
      if (holder && holder.subject !== before.subject) {
        throw new Problem('email.already-used', {
          status: 409,
          errors: [{ pointer: '/email', code: 'email.already-used' }],
        });
      }
    }
    await write(tx, id, before.version, changed, { ...after });
    const differences = changed.map((field): [string, [unknown, unknown]] => [
      field,
      [before[field], after[field]],
    ]);
    await tx.history(user.name, id, 'update', Object.fromEntries(differences));
    if (before.subject !== null) {
      // A disabled user or one with another role must log in again.
      const endsSessions = changed.includes('role') || (changed.includes('enabled') && !after.enabled);
      const value = { userId: id, subject: before.subject, endsSessions };
      await tx.publish('identity.user.v1', id, { $case: 'accessChanged', value });
    }
    return { id };
  }
}

async function write(
  tx: Tx,
  id: string,
  version: number,
  fields: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const declared = Object.entries(user.fields).filter(([field]) => fields.includes(field));
  const sets = declared
    .map(([field, { spec }], index) => `"${columnName(field, spec)}" = $${index + 4}`)
    .join(', ');
  const text = `UPDATE staff_user SET ${sets}, version = version + 1, updated_at = now()
    WHERE tenant_id = $1 AND id = $2 AND version = $3`;
  try {
    const parameters = [tx.tenantId, id, version, ...declared.map(([field]) => values[field])];
    const { rowCount } = await tx.sql.query(text, parameters);
    if (rowCount === 0) throw new Problem('record.changed');
  } catch (error) {
    throw asProblem(user, false, error);
  }
}
