import { Problem, systemActor, type Actor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import type { Language } from '@coulisse/contracts';
import { emission, resourcesOf } from '@coulisse/resource-server';
import { v7 as uuidv7 } from 'uuid';
import { TENANT_ROLES, user } from '../../resources';
import type { RoleGuard } from '../access/role-guard';
import { requireRole, roleWithCode } from '../access/role.read-model';
import type { IdentityProvider } from '../provisioning/identity-provider';
import { temporaryPassword } from '../provisioning/temporary-password';

export interface Customer {
  tenantId: string;
  name: string;
  slug: string;
}

/** The SaaS customer of a tenant; throws `http.404` when there is none. */
export async function customerOf(ctx: ServiceContext, tenantId: string): Promise<Customer> {
  return ctx.db.inTenant(systemActor(tenantId, 'customer'), async ({ sql }) => {
    const text = 'SELECT tenant_id AS "tenantId", name, slug FROM saas_customer WHERE tenant_id = $1';
    const { rows } = await sql.named<Customer & Record<string, unknown>>('customer.read', text, [tenantId]);
    if (!rows[0]) throw new Problem('http.404');
    return rows[0];
  });
}

export interface CreatedUser {
  record: Record<string, unknown>;
  /** Shown once, to whoever created the user; must be changed at the first login. */
  password: string;
}

/** Creates users of tenants together with their logins. */
export class StaffUserCreation {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly guard: RoleGuard,
  ) {}

  /** A user whom an actor of the tenant creates: with a role whose rights they have themselves. */
  createByColleague: StaffUserCreation['create'] = async (ctx, actor, language, input) => {
    await ctx.db.inTenant(actor, async (tx) =>
      this.guard.refuseRole(tx, ctx, actor, await roleNamed(tx, input['role'])),
    );
    return this.create(ctx, actor, language, input);
  };

  /**
   * Creates a user of a tenant and its login, in three steps: the row (PENDING), the login, the row (ACTIVE).
   * No transaction is held open during the calls to the identity provider. A creation that fails is undone at once; one
   * that a crash interrupts stays PENDING and is undone at the next boot (`reconcile.ts`). The password is not stored.
   */
  async create(
    ctx: ServiceContext,
    actor: Actor & { tenantId: string },
    language: Language,
    input: Record<string, unknown>,
  ): Promise<CreatedUser> {
    const users = resourcesOf(ctx).of(user);
    const customer = await customerOf(ctx, actor.tenantId);
    const email = typeof input['email'] === 'string' ? input['email'].trim().toLowerCase() : input['email'];
    const id = uuidv7();
    const pending = await ctx.db.inTenant(actor, async (tx) => {
      const role = await roleNamed(tx, input['role']);
      return users.createFrom(tx, actor, { ...input, role, email }, { id });
    });

    const password = temporaryPassword();
    let subject: string | undefined;
    try {
      await this.provider.upsertOrganization(customer);
      subject = await this.provider.createStaff({
        tenantId: actor.tenantId,
        email: pending.email,
        firstName: pending.firstName,
        lastName: pending.lastName,
        language: pending.softwareLanguage,
        enabled: pending.enabled,
        password,
        temporary: true,
      });
      await this.provider.joinOrganization(actor.tenantId, subject);
      await activate(ctx, actor, id, subject);
    } catch (error) {
      await undoCreation(ctx, this.provider, actor.tenantId, id, subject);
      throw error;
    }
    return { record: await users.serve({ actor, language }, id), password };
  }
}

/** The id of a role by its id, or by the code of one that every tenant has. */
async function roleNamed(tx: Tx, idOrCode: unknown): Promise<string> {
  const code = TENANT_ROLES.find((role) => role === idOrCode);
  if (code) return roleWithCode(tx, code);
  const id = String(idOrCode);
  await requireRole(tx, id);
  return id;
}

async function activate(ctx: ServiceContext, actor: Actor, id: string, subject: string): Promise<void> {
  const users = resourcesOf(ctx).of(user);
  await ctx.db.inTenant(actor, async (tx) => {
    const system = systemActor(tx.tenantId, 'identity.login-created');
    const pending = await users.lock(tx, system, id);
    if (pending.record.access !== 'PENDING')
      throw new Error(`user ${id} is not waiting for a login any more`);
    const value = { userId: id, subject, endsSessions: false };
    const event = emission('identity.user.v1', { $case: 'accessChanged', value });
    const options = { action: 'activate', event, withoutCommands: true };
    await users.update(tx, system, pending, { access: 'ACTIVE', subject }, options);
  });
}

/** Null for a record that does not exist any more. */
function unlessGone(error: unknown): null {
  if (error instanceof Problem && error.code === 'http.404') return null;
  throw error;
}

/** Removes the login and the row, which nobody can have used yet; the address is free again. */
export async function undoCreation(
  ctx: ServiceContext,
  provider: IdentityProvider,
  tenantId: string,
  id: string,
  subject: string | undefined,
): Promise<void> {
  try {
    if (subject !== undefined) await provider.removeStaff(subject);
    await ctx.db.inTenant(systemActor(tenantId, 'undo of an interrupted creation'), async (tx) => {
      const users = resourcesOf(ctx).of(user);
      const pending = await users.lock(tx, tx.actor, id).catch(unlessGone);
      if (pending?.record.access === 'PENDING') await users.delete(tx, tx.actor, pending, 'undo');
    });
  } catch (error) {
    // The row stays PENDING and the next boot retries; the caller gets the original error.
    ctx.log.error({ err: error, userId: id }, 'identity_provider.user_not_removed');
  }
}
