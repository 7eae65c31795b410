import type { identityV1 } from '@coulisse/contracts';
import type { BaseRole } from '@coulisse/contracts';
import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import { validate as isUuid } from 'uuid';
import { FULL_ROLE } from '../../resources';
import type { DefaultGrants } from './default-grants';
import { rightsOfRole, type RoleGrants } from './role-rights';

type Request = identityV1.ResolveActorRequest;
type Response = identityV1.ResolveActorResponse;

interface Row {
  id: string;
  display_name: string;
  email: string;
  /** Code of a role that every tenant has; null for a role of the tenant's own. */
  code: BaseRole | null;
  role_name: string;
  based_on: BaseRole | null;
  grants: RoleGrants['grants'];
  team: string[];
  language: string;
  tenant_name: string;
  sessions_ended_at: Date | null;
}

const UNKNOWN_ACTOR: Response = {
  resolved: false,
  userId: '',
  tenantId: '',
  displayName: '',
  email: '',
  role: '',
  roles: [],
  rights: [],
  teamIds: [],
  language: '',
  tenantName: '',
  impersonatorId: '',
  impersonatorName: '',
  sessionsEndedAt: undefined,
};

const STAFF = `SELECT u.id, u.display_name, u.email, u.software_language::text AS language, c.name AS tenant_name,
    e.ended_at AS sessions_ended_at, r.code, r.name AS role_name, r.based_on::text AS based_on,
    (SELECT coalesce(json_agg(json_build_object('right', g."right", 'scope', g.scope) ORDER BY g.position), '[]'::json)
      FROM role_grants g WHERE g.tenant_id = u.tenant_id AND g.parent_id = r.id) AS grants,
    ARRAY(SELECT m.id::text FROM staff_user m WHERE m.tenant_id = u.tenant_id AND m.manager_id = u.id) AS team
  FROM staff_user u JOIN saas_customer c ON c.tenant_id = u.tenant_id
    JOIN role r ON r.tenant_id = u.tenant_id AND r.id = u.role_id AND NOT r.is_archived
    LEFT JOIN session_end e ON e.tenant_id = u.tenant_id AND e.subject = u.subject
  WHERE u.tenant_id = $1 AND u.subject = $2 AND u.enabled AND u.access = 'ACTIVE' AND NOT c.is_archived`;

const PLATFORM = `SELECT id, display_name, email, 'SUPER_ADMINISTRATOR' AS code, '' AS role_name,
    'SUPER_ADMINISTRATOR' AS based_on, '[]'::json AS grants, '{}'::text[] AS team, language, '' AS tenant_name,
    NULL::timestamptz AS sessions_ended_at
  FROM super_administrator WHERE subject = $1 AND enabled`;

/** The role that may impersonate other users of its tenant. */
const ACTS_FOR_OTHERS = FULL_ROLE;

/**
 * The impersonator of a tenant's user: a member of the platform's staff, or an administrator of the same tenant, who
 * may not impersonate another administrator. Nobody may impersonate the platform's staff. The rights stay those of the
 * user.
 */
async function impersonatorOf(
  ctx: ServiceContext,
  subject: string,
  tenantId: string,
  user: Row,
): Promise<Row | undefined> {
  if (tenantId === '') return undefined;
  const platform = await platformStaff(ctx, subject);
  if (platform) return platform;
  if (user.code === ACTS_FOR_OTHERS) return undefined;
  const colleague = await customerStaff(ctx, subject, tenantId);
  return colleague?.code === ACTS_FOR_OTHERS ? colleague : undefined;
}

const platformStaff = (ctx: ServiceContext, subject: string): Promise<Row | undefined> =>
  ctx.db.inPlatform(
    'resolve actor',
    async ({ sql }) => (await sql.named<Row>('actor.platform', PLATFORM, [subject])).rows[0],
  );
const customerStaff = async (
  ctx: ServiceContext,
  subject: string,
  tenantId: string,
): Promise<Row | undefined> => {
  const statement = { name: 'actor.staff', text: STAFF, values: [tenantId, subject] };
  const [answer] = await ctx.db.batch(systemActor(tenantId, 'resolve actor'), [statement]);
  return answer?.rows[0] as Row | undefined;
};

/**
 * The user and the rights of the subject of a verified token. A token with a tenant is looked up among that tenant's
 * users only; one without, among the platform's own staff only.
 */
export async function resolveActor(
  { subject, tenantId, role, impersonatorSubject }: Request,
  ctx: ServiceContext,
  defaults: DefaultGrants,
): Promise<Response> {
  if (!subject || (tenantId !== '' && !isUuid(tenantId))) return UNKNOWN_ACTOR;
  const row =
    tenantId === '' ? await platformStaff(ctx, subject) : await customerStaff(ctx, subject, tenantId);
  // A user has one role for now; a request for another role resolves to no actor.
  if (!row) return UNKNOWN_ACTOR;
  const roleName = row.code ?? row.role_name;
  if (role !== '' && role !== roleName) return UNKNOWN_ACTOR;
  const impersonator = impersonatorSubject
    ? await impersonatorOf(ctx, impersonatorSubject, tenantId, row)
    : undefined;
  if (impersonatorSubject && !impersonator) return UNKNOWN_ACTOR;
  return {
    resolved: true,
    userId: row.id,
    tenantId,
    displayName: row.display_name,
    email: row.email,
    role: roleName,
    roles: [roleName],
    rights: rightsOfRole({ basedOn: row.based_on, grants: row.grants }, await defaults.byRole(ctx)),
    teamIds: row.team,
    language: row.language,
    tenantName: row.tenant_name,
    impersonatorId: impersonator?.id ?? '',
    impersonatorName: impersonator?.display_name ?? '',
    sessionsEndedAt: latest(row.sessions_ended_at, impersonator?.sessions_ended_at),
  };
}

/** The end of the impersonator's sessions ends the impersonation too. */
function latest(...dates: (Date | null | undefined)[]): Date | undefined {
  const times = dates.filter((date) => date instanceof Date).map((date) => date.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}
