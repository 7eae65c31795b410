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
  sessions_ended_at: Date | null;
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
  impersonatorId: '',
  impersonatorName: '',
  sessionsEndedAt: undefined,
};

const STAFF = `SELECT u.id, u.display_name, u.email, u.role::text AS role, u.software_language::text AS language,
    c.name AS tenant_name, e.ended_at AS sessions_ended_at
  FROM staff_user u JOIN saas_customer c ON c.tenant_id = u.tenant_id
    LEFT JOIN session_end e ON e.tenant_id = u.tenant_id AND e.subject = u.subject
  WHERE u.tenant_id = $1 AND u.subject = $2 AND u.enabled AND u.access = 'ACTIVE' AND NOT c.is_archived`;

const PLATFORM = `SELECT id, display_name, email, 'SUPER_ADMINISTRATOR' AS role, language, '' AS tenant_name,
    NULL::timestamptz AS sessions_ended_at
  FROM super_administrator WHERE subject = $1 AND enabled`;

/** Who may act in the name of others of a customer. */
const ACTS_FOR_OTHERS: Role = 'ADMINISTRATOR';

/**
 * Whoever acts in the name of one of a customer's users: the platform's staff, or an administrator of the same customer,
 * who takes the place of no other administrator. Nobody acts in the name of the platform's staff. The rights stay those
 * of the user.
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
  if (user.role === ACTS_FOR_OTHERS) return undefined;
  const colleague = await customerStaff(ctx, subject, tenantId);
  return colleague?.role === ACTS_FOR_OTHERS ? colleague : undefined;
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
  const [answer] = await ctx.db.ask(systemActor(tenantId, 'resolve actor'), [statement]);
  return answer?.rows[0] as Row | undefined;
};

/**
 * Who the subject of a verified token is and what the role held allows. A token that names a customer is looked up
 * among that customer's users only; one that names none, among the platform's own staff only.
 */
export async function resolveActor(
  { subject, tenantId, role, impersonatorSubject }: Request,
  ctx: ServiceContext,
): Promise<Response> {
  if (!subject || (tenantId !== '' && !isUuid(tenantId))) return STRANGER;
  const row =
    tenantId === '' ? await platformStaff(ctx, subject) : await customerStaff(ctx, subject, tenantId);
  // A user holds one role for now; asking for another one is asking for nothing.
  if (!row || (role !== '' && role !== row.role)) return STRANGER;
  const impersonator = impersonatorSubject
    ? await impersonatorOf(ctx, impersonatorSubject, tenantId, row)
    : undefined;
  if (impersonatorSubject && !impersonator) return STRANGER;
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
    impersonatorId: impersonator?.id ?? '',
    impersonatorName: impersonator?.display_name ?? '',
    sessionsEndedAt: latest(row.sessions_ended_at, impersonator?.sessions_ended_at),
  };
}

/** Whoever acts in another's name is logged out of that too. */
function latest(...dates: (Date | null | undefined)[]): Date | undefined {
  const times = dates.filter((date) => date instanceof Date).map((date) => date.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}
