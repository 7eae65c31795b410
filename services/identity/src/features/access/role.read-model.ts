import { Problem, type Tx } from '@coulisse/service-kit';
import type { TenantRole } from '../../resources';

interface RoleId extends Record<string, unknown> {
  id: string;
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

/** Refuses a role that does not exist or is archived. */
export async function requireRole({ sql, tenantId }: Tx, id: string): Promise<void> {
  const text = 'SELECT id FROM role WHERE tenant_id = $1 AND id = $2 AND NOT is_archived';
  const { rows } = await sql.named<RoleId>('role.by_id', text, [tenantId, id]);
  if (!rows[0]) throw unknownRole();
}
