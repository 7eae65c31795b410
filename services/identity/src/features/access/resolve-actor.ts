import type { identityV1 } from '@coulisse/contracts';
import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import { validate as isUuid } from 'uuid';
import { roleRights, type Role } from './role-rights';

type Request = identityV1.ResolveActorRequest;
type Response = identityV1.ResolveActorResponse;

interface Row {
  id: string;
  display_name: string;
  email: string;
  role: Role;
  language: string;
  tenant_name: string;
}

const STRANGER: Response = {
  known: false,
  userId: '',
  tenantId: '',
  displayName: '',
  email: '',
  role: '',
  roles: [],
  rights: [],
  language: '',
  tenantName: '',
};

const STAFF = `SELECT u.id, u.display_name, u.email, u.role::text AS role, u.software_language::text AS language,
    c.name AS tenant_name
  FROM staff_user u JOIN saas_customer c ON c.tenant_id = u.tenant_id
  WHERE u.tenant_id = $1 AND u.subject = $2 AND u.enabled AND u.access = 'ACTIVE' AND NOT c.is_archived`;

const PLATFORM = `SELECT id, display_name, email, 'SUPER_ADMINISTRATOR' AS role, language, '' AS tenant_name
  FROM super_administrator WHERE subject = $1 AND enabled`;

/**
 * Who the subject of a verified token is and what the role held allows. A token that names a customer is looked up
 * among that customer's users only; one that names none, among the platform's own staff only.
 */
export async function resolveActor(
  { subject, tenantId, role }: Request,
  ctx: ServiceContext,
): Promise<Response> {
  if (!subject || (tenantId !== '' && !isUuid(tenantId))) return STRANGER;
  const row =
    tenantId === ''
      ? await ctx.db.inPlatform('resolve actor', async ({ sql }) => {
          return (await sql.named<Row>('actor.platform', PLATFORM, [subject])).rows[0];
        })
      : await ctx.db.inTenant(systemActor(tenantId, 'resolve actor'), async ({ sql }) => {
          return (await sql.named<Row>('actor.staff', STAFF, [tenantId, subject])).rows[0];
        });
  // A user holds one role for now; asking for another one is asking for nothing.
  if (!row || (role !== '' && role !== row.role)) return STRANGER;
  return {
    known: true,
    userId: row.id,
    tenantId,
    displayName: row.display_name,
    email: row.email,
    role: row.role,
    roles: [row.role],
    rights: [...roleRights[row.role]],
    language: row.language,
    tenantName: row.tenant_name,
  };
}
