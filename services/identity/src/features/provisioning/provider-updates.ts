import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import type { IdentityProvider, OrganizationProfile, StaffProfile } from './identity-provider';

export interface SessionEnd {
  userId: string;
  subject: string;
  endedAt: Date;
}

const LOGINS = `SELECT id AS "userId", subject FROM staff_user
  WHERE tenant_id = $1 AND subject IS NOT NULL AND access = 'ACTIVE' ORDER BY id`;

const PROFILE = `SELECT email, first_name AS "firstName", last_name AS "lastName",
    software_language::text AS language, enabled
  FROM staff_user WHERE tenant_id = $1 AND id = $2 AND subject = $3`;

/** The current state of the user, which may be newer than the event. */
const profileOf = (ctx: ServiceContext, tenantId: string, id: string, subject: string) =>
  ctx.db.inTenant(systemActor(tenantId, 'follow a change'), async ({ sql }) => {
    const values = [tenantId, id, subject];
    return (await sql.named<StaffProfile & Record<string, unknown>>('user.profile', PROFILE, values)).rows[0];
  });

/** Applies changes of tenants and users to the identity provider. */
export class ProviderUpdates {
  constructor(private readonly provider: IdentityProvider) {}

  /** Creates or renames the organization of a tenant; returns the sessions that end because it is archived. */
  async applyTenant(
    organization: OrganizationProfile,
    archived: boolean,
    ctx: ServiceContext,
  ): Promise<SessionEnd[]> {
    await this.provider.upsertOrganization(organization);
    return archived ? this.endSessionsOfStaff(organization.tenantId, ctx) : [];
  }

  /** Copies the current profile to the login; returns when its sessions ended, if they are to end. */
  async applyUser(
    { userId, subject, endsSessions }: { userId: string; subject: string; endsSessions: boolean },
    tenantId: string,
    ctx: ServiceContext,
  ): Promise<Date | null> {
    const profile = await profileOf(ctx, tenantId, userId, subject);
    if (!profile) return null;
    await this.provider.updateStaff(subject, profile);
    return endsSessions ? this.provider.endStaffSessions(subject) : null;
  }

  /** Ends the sessions of an archived tenant's staff, so that they stay invalid when the tenant is restored. */
  private async endSessionsOfStaff(tenantId: string, ctx: ServiceContext): Promise<SessionEnd[]> {
    const logins = await ctx.db.inTenant(systemActor(tenantId, 'end sessions'), async ({ sql }) => {
      return (
        await sql.named<Omit<SessionEnd, 'endedAt'> & Record<string, unknown>>('tenant.logins', LOGINS, [
          tenantId,
        ])
      ).rows;
    });
    const ended: SessionEnd[] = [];
    for (const { userId, subject } of logins)
      ended.push({ userId, subject, endedAt: await this.provider.endStaffSessions(subject) });
    return ended;
  }
}
