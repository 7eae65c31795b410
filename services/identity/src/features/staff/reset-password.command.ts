import { Problem, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { user } from '../../resources';
import { recordSessionEnd } from '../access/session-end';
import type { IdentityProvider } from '../provisioning/identity-provider';
import { temporaryPassword } from '../provisioning/temporary-password';

/** Resets the passwords of staff. */
export class StaffPasswords {
  constructor(private readonly provider: IdentityProvider) {}

  /** Gives a user of the actor's tenant a new temporary password, and returns it. */
  async reset(userId: string, actor: Actor, ctx: ServiceContext): Promise<string> {
    const password = temporaryPassword();
    const subject = await subjectOf(ctx, actor, userId);
    await this.provider.setStaffPassword(subject, password, true);
    // An attacker because of whom the password is reset may have a session.
    const endedAt = await this.provider.endStaffSessions(subject);
    await ctx.db.inTenant(actor, async (tx) => {
      await recordSessionEnd(tx, { userId, subject, endedAt });
      await tx.history(user.name, userId, 'reset-password', {});
    });
    return password;
  }
}

async function subjectOf(ctx: ServiceContext, actor: Actor, id: string): Promise<string> {
  return ctx.db.inTenant(actor, async ({ sql, tenantId }) => {
    const text = 'SELECT subject FROM staff_user WHERE tenant_id = $1 AND id = $2';
    const { rows } = await sql.query<{ subject: string | null }>(text, [tenantId, id]);
    if (!rows[0]?.subject) throw new Problem('http.404');
    return rows[0].subject;
  });
}
