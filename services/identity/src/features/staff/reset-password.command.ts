import { Problem, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { user } from '../../resources';
import type { RoleGuard } from '../access/role-guard';
import { recordSessionEnd } from '../access/session-end';
import type { IdentityProvider } from '../provisioning/identity-provider';
import { temporaryPassword } from '../provisioning/temporary-password';

/** Resets the passwords of staff. */
export class StaffPasswords {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly guard: RoleGuard,
  ) {}

  /**
   * Gives a user of the actor's tenant a new temporary password, and returns it: who knows it has the rights of the user,
   * so the actor must have them.
   */
  async reset(userId: string, actor: Actor, ctx: ServiceContext): Promise<string> {
    const password = temporaryPassword();
    const { subject, role } = await loginOf(ctx, actor, userId);
    await ctx.db.inTenant(actor, (tx) => this.guard.refuseRole(tx, ctx, actor, role));
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

interface Login extends Record<string, unknown> {
  subject: string;
  role: string;
}
async function loginOf(ctx: ServiceContext, actor: Actor, id: string): Promise<Login> {
  return ctx.db.inTenant(actor, async ({ sql, tenantId }) => {
    const text = `SELECT subject, role_id AS role FROM staff_user
      WHERE tenant_id = $1 AND id = $2 AND subject IS NOT NULL`;
    const { rows } = await sql.query<Login>(text, [tenantId, id]);
    if (!rows[0]) throw new Problem('http.404');
    return rows[0];
  });
}
