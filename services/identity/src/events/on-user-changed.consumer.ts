import { consumer, systemActor, type ServiceContext } from '@coulisse/service-kit';
import { recordSessionEnd } from '../features/access/session-end';
import {
  IDENTITY_PROVIDER,
  type IdentityProvider,
  type StaffProfile,
} from '../features/provisioning/identity-provider';

const PROFILE = `SELECT email, first_name AS "firstName", last_name AS "lastName",
    software_language::text AS language, enabled
  FROM staff_user WHERE tenant_id = $1 AND id = $2 AND subject = $3`;

/** The user as it is now, whatever it was when the event was written. */
const profileOf = (ctx: ServiceContext, tenantId: string, id: string, subject: string) =>
  ctx.db.inTenant(systemActor(tenantId, 'follow a change'), async ({ sql }) => {
    const values = [tenantId, id, subject];
    return (await sql.named<StaffProfile & Record<string, unknown>>('user.profile', PROFILE, values)).rows[0];
  });

const TOPIC = 'identity.user.v1';

/** The login follows its user: name, address, and whether it may be used at all; its sessions end where they must. */
export const onUserChanged = consumer<typeof TOPIC, { accessChanged: Date | null }>(
  TOPIC,
  'identity.on-user-changed',
  {
    accessChanged: {
      prepare: async ({ userId, subject, endsSessions }, { tenantId }, ctx) => {
        const profile = await profileOf(ctx, tenantId, userId, subject);
        if (!profile) return null;
        const provider = ctx.get<IdentityProvider>(IDENTITY_PROVIDER);
        await provider.updateStaff(subject, profile);
        return endsSessions ? provider.endStaffSessions(subject) : null;
      },
      handle: async ({ userId, subject }, tx, _meta, _ctx, endedAt) => {
        if (endedAt) await recordSessionEnd(tx, { userId, subject, endedAt });
      },
    },
  },
);
