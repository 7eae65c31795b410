import { blockersOf, columnName, type AnyRecord, type Blocker } from '@coulisse/resource';
import { asProblem, blockedBy } from '@coulisse/resource-server';
import { Problem, type Tx } from '@coulisse/service-kit';
import { user } from '../../resources';
import type { IdentityProvider } from '../provisioning/identity-provider';

interface Input {
  id: string;
  record: AnyRecord;
  changes: Record<string, unknown>;
}

const isAdministrator = (record: Record<string, unknown>): boolean =>
  record['role'] === 'ADMINISTRATOR' && record['enabled'] === true;

/** Applies the rules to the changed fields only: values that an older rule accepted do not prevent other changes. */
function refuseBlocked(record: AnyRecord, changed: readonly string[]): void {
  const touched = ({ pointer }: Blocker) => pointer === undefined || changed.includes(pointer.slice(1));
  const blockers = blockersOf(user.rules, record).filter(touched);
  if (blockers.length > 0) throw blockedBy(blockers);
}

/**
 * Refuses to leave a tenant without an administrator who can log in. The advisory lock serializes two administrators
 * who disable each other concurrently; the second then sees the change of the first.
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

/** Replaces the update of the resource `user`. */
export class StaffUserUpdate {
  constructor(private readonly provider: IdentityProvider) {}

  /** Updates a user; an event updates the login (`events/on-user-changed.consumer.ts`). */
  async update(input: Record<string, unknown>, tx: Tx): Promise<{ id: string }> {
    const { id, record, changes } = input as unknown as Input;
    const before = record as unknown as Record<string, unknown>;
    const after: Record<string, unknown> = { ...before, ...changes };
    if (typeof after['email'] === 'string') after['email'] = after['email'].toLowerCase();
    after['displayName'] = user.derive['displayName']?.(after as unknown as AnyRecord);

    const changed = Object.keys(user.fields).filter((field) => before[field] !== after[field]);
    if (changed.length === 0) return { id };
    refuseBlocked(after as unknown as AnyRecord, changed);
    if (isAdministrator(before) && !isAdministrator(after)) {
      await keepOneAdministrator(
        tx,
        { id, record, changes },
        after['enabled'] === true ? '/role' : '/enabled',
      );
    }
    if (changed.includes('email')) {
      // The e-mail address is the login name, which is unique among all tenants.
      const holder = await this.provider.findStaff(String(after['email']));
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
      // A disabled user or one with another role must log in again.
      const endsSessions =
        changed.includes('role') || (changed.includes('enabled') && after['enabled'] !== true);
      const value = { userId: id, subject: before['subject'], endsSessions };
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
  values: Record<string, unknown>,
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
