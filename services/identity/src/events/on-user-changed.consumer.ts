import { consumer, systemActor, type ServiceContext } from '@coulisse/service-kit';
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

/** The login follows its user: name, address, and whether it may be used at all. */
export const onUserChanged = consumer('identity.user.v1', 'identity.on-user-changed', {
  accessChanged: {
    prepare: async ({ userId, subject }, { tenantId }, ctx) => {
      const profile = await profileOf(ctx, tenantId, userId, subject);
      if (profile) await ctx.get<IdentityProvider>(IDENTITY_PROVIDER).updateStaff(subject, profile);
    },
    handle: () => Promise.resolve(),
  },
});
