import type { BaseRole } from '@coulisse/contracts';
import { Problem, type Tx } from '@coulisse/service-kit';
import type { TenantRole } from '../../resources';
import type { RoleGrants } from './role-rights';

interface RoleId extends Record<string, unknown> {
  id: string;
}
export interface StoredRole extends RoleGrants {
  readonly id: string;
  readonly version: number;
  /** Of a role that every tenant has. */
  readonly code: BaseRole | null;
}
const unknownRole = () =>
  new Problem('validation.failed', { errors: [{ pointer: '/role', code: 'validation.choice' }] });

/** The id of a role that every tenant has. */
export async function roleWithCode({ sql, tenantId }: Tx, code: TenantRole): Promise<string> {
  const text = 'SELECT id FROM role WHERE tenant_id = $1 AND code = $2';
  const { rows } = await sql.named<RoleId>('role.by_code', text, [tenantId, code]);
  if (!rows[0]) throw unknownRole();
  return rows[0].id;
}

/** Refuses a role that does not exist or is archived; until the transaction ends, nobody archives it. */
export async function requireRole({ sql, tenantId }: Tx, id: string): Promise<void> {
  const text = 'SELECT id FROM role WHERE tenant_id = $1 AND id = $2 AND NOT is_archived FOR SHARE';
  const { rows } = await sql.named<RoleId>('role.by_id', text, [tenantId, id]);
  if (!rows[0]) throw unknownRole();
}

const READ = `SELECT r.id, r.version, r.code, r.based_on::text AS "basedOn",
    (SELECT coalesce(json_agg(json_build_object('right', g."right", 'scope', g.scope) ORDER BY g.position), '[]'::json)
      FROM role_grants g WHERE g.tenant_id = r.tenant_id AND g.parent_id = r.id) AS grants
  FROM role r WHERE r.tenant_id = $1 AND r.id = $2`;

/** A role with its own grants; undefined when there is none. */
export async function readRole({ sql, tenantId }: Tx, id: string): Promise<StoredRole | undefined> {
  const { rows } = await sql.named<StoredRole & Record<string, unknown>>('role.read', READ, [tenantId, id]);
  return rows[0];
}

/** How many users have a role. */
export async function usersOfRole({ sql, tenantId }: Tx, id: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM staff_user WHERE tenant_id = $1 AND role_id = $2';
  const { rows } = await sql.named<{ count: number } & Record<string, unknown>>('role.users', text, [
    tenantId,
    id,
  ]);
  return rows[0]?.count ?? 0;
}

/** The code of the role of a user; null for a role of the tenant's own, and for somebody who is no user of the tenant. */
export async function roleCodeOf({ sql, tenantId }: Tx, userId: string | null): Promise<BaseRole | null> {
  if (userId === null) return null;
  const text = `SELECT r.code FROM staff_user u JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id
    WHERE u.tenant_id = $1 AND u.id = $2`;
  const { rows } = await sql.named<{ code: BaseRole | null } & Record<string, unknown>>(
    'role.code_of_user',
    text,
    [tenantId, userId],
  );
  return rows[0]?.code ?? null;
}
