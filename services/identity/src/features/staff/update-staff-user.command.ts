import { blockersOf, columnName, type AnyRecord, type Blocker } from '@coulisse/resource';
import { Problem, type ResourceCommand, type Tx } from '@coulisse/service-kit';
import { asProblem } from '@coulisse/service-kit/kernel/database-errors';
import { blockedBy } from '@coulisse/service-kit/kernel/pipeline';
import { user } from '../../resources';
import { IDENTITY_PROVIDER, type IdentityProvider } from '../provisioning/identity-provider';

interface Input {
  id: string;
  record: AnyRecord;
  changes: Record<string, unknown>;
}

const isAdministrator = (record: Record<string, unknown>): boolean =>
  record['role'] === 'ADMINISTRATOR' && record['enabled'] === true;

/** The rules hold for what is changed; what an older rule let in keeps nobody from being disabled. */
function refuseBlocked(record: AnyRecord, changed: readonly string[]): void {
  const touched = ({ pointer }: Blocker) => pointer === undefined || changed.includes(pointer.slice(1));
  const blockers = blockersOf(user.rules, record).filter(touched);
  if (blockers.length > 0) throw blockedBy(blockers);
}

/**
 * Refuses to leave a customer without an administrator who can log in. Two administrators who disable each other at
 * the same moment wait for one another here; the second then sees what the first did.
 */
async function keepOneAdministrator(tx: Tx, { id, record }: Input, pointer: string): Promise<void> {
  await tx.sql.query(`SELECT pg_advisory_xact_lock(hashtext('identity.administrators'), hashtext($1))`, [
    tx.tenantId,
  ]);
  const others = `SELECT 1 FROM staff_user
    WHERE tenant_id = $1 AND id <> $2 AND role = 'ADMINISTRATOR' AND enabled AND access = 'ACTIVE' LIMIT 1`;
  const { rowCount } = await tx.sql.query(others, [tx.tenantId, id]);
  if (rowCount > 0) return;
  const params = { name: String(record['displayName']) };
  const errors = [{ pointer, code: 'archive.impossible' as const, params }];
  throw new Problem('archive.impossible', { params, errors, status: 409 });
}

/** Changes a user; the login follows by the event (`events/on-user-changed.consumer.ts`). */
export const updateStaffUser: ResourceCommand = async (input, tx, ctx) => {
  const { id, record, changes } = input as unknown as Input;
  const before = record as unknown as Record<string, unknown>;
  const after: Record<string, unknown> = { ...before, ...changes };
  if (typeof after['email'] === 'string') after['email'] = after['email'].toLowerCase();
  after['displayName'] = user.derive['displayName']?.(after as unknown as AnyRecord);

  const changed = Object.keys(user.fields).filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return { id };
  refuseBlocked(after as unknown as AnyRecord, changed);
  if (isAdministrator(before) && !isAdministrator(after)) {
    await keepOneAdministrator(tx, { id, record, changes }, after['enabled'] === true ? '/role' : '/enabled');
  }
  if (changed.includes('email')) {
    // The e-mail address is the login, and logins are shared by all customers.
    const holder = await ctx.get<IdentityProvider>(IDENTITY_PROVIDER).findStaff(String(after['email']));
    if (holder && holder.subject !== before['subject']) {
      throw new Problem('email.already-used', {
        status: 409,
        errors: [{ pointer: '/email', code: 'email.already-used' }],
      });
    }
  }
  await write(tx, id, record.version, changed, after);
  const differences = changed.map((field): [string, [unknown, unknown]] => [
    field,
    [before[field], after[field]],
  ]);
  await tx.history(user.name, id, 'update', Object.fromEntries(differences));
  if (typeof before['subject'] === 'string') {
    // Who is disabled, or may do other things from now on, logs in again.
    const endsSessions =
      changed.includes('role') || (changed.includes('enabled') && after['enabled'] !== true);
    const value = { userId: id, subject: before['subject'], endsSessions };
    await tx.publish('identity.user.v1', id, { $case: 'accessChanged', value });
  }
  return { id };
};

async function write(
  tx: Tx,
  id: string,
  version: number,
  fields: readonly string[],
  values: Record<string, unknown>,
): Promise<void> {
  const declared = Object.entries(user.fields).filter(([field]) => fields.includes(field));
  const sets = declared
    .map(([field, { spec }], index) => `"${columnName(field, spec)}" = $${index + 4}`)
    .join(', ');
  const text = `UPDATE staff_user SET ${sets}, version = version + 1, updated_at = now()
    WHERE tenant_id = $1 AND id = $2 AND version = $3`;
  try {
    const given = [tx.tenantId, id, version, ...declared.map(([field]) => values[field])];
    const { rowCount } = await tx.sql.query(text, given);
    if (rowCount === 0) throw new Problem('record.changed');
  } catch (error) {
    throw asProblem(user, false, error);
  }
}
