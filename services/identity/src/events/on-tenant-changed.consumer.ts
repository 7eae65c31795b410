import { consumer, systemActor, type ServiceContext } from '@coulisse/service-kit';
import { recordSessionEnd } from '../features/access/session-end';
import { IDENTITY_PROVIDER, type IdentityProvider } from '../features/provisioning/identity-provider';

const TOPIC = 'identity.tenant.v1';

interface Ended {
  userId: string;
  subject: string;
  endedAt: Date;
}

const LOGINS = `SELECT id AS "userId", subject FROM staff_user
  WHERE tenant_id = $1 AND subject IS NOT NULL AND access = 'ACTIVE' ORDER BY id`;

/** A customer that is archived has no staff at work: their sessions end, also for when it is opened again. */
async function endSessionsOfStaff(ctx: ServiceContext, tenantId: string): Promise<Ended[]> {
  const logins = await ctx.db.inTenant(systemActor(tenantId, 'end sessions'), async ({ sql }) => {
    return (
      await sql.named<Omit<Ended, 'endedAt'> & Record<string, unknown>>('tenant.logins', LOGINS, [tenantId])
    ).rows;
  });
  const provider = ctx.get<IdentityProvider>(IDENTITY_PROVIDER);
  const ended: Ended[] = [];
  for (const { userId, subject } of logins)
    ended.push({ userId, subject, endedAt: await provider.endStaffSessions(subject) });
  return ended;
}

/** Every customer is an organization at the identity provider, under its present name. */
export const onTenantChanged = consumer<typeof TOPIC, { changed: Ended[] }>(
  TOPIC,
  'identity.on-tenant-changed',
  {
    changed: {
      prepare: async ({ tenantId, slug, name, archived }, _meta, ctx) => {
        await ctx.get<IdentityProvider>(IDENTITY_PROVIDER).keepOrganization({ tenantId, slug, name });
        return archived ? endSessionsOfStaff(ctx, tenantId) : [];
      },
      handle: async (_value, tx, _meta, _ctx, ended) => {
        for (const one of ended ?? []) await recordSessionEnd(tx, one);
      },
    },
  },
);
