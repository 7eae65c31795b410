import { Problem, systemActor, type Actor, type ServiceContext } from '@coulisse/service-kit';
import type { Language } from '@coulisse/contracts';
import { Pipeline } from '@coulisse/service-kit/kernel/pipeline';
import { v7 as uuidv7 } from 'uuid';
import { saasCustomer, user } from '../../resources';
import { IDENTITY_PROVIDER, type IdentityProvider } from '../provisioning/identity-provider';
import { temporaryPassword } from '../provisioning/temporary-password';

export interface Customer {
  tenantId: string;
  name: string;
  slug: string;
}

/** The customer that a tenant is, or a page that does not exist. */
export async function customerOf(ctx: ServiceContext, tenantId: string): Promise<Customer> {
  return ctx.db.inTenant(systemActor(tenantId, 'customer'), async ({ sql }) => {
    const text = 'SELECT tenant_id AS "tenantId", name, slug FROM saas_customer WHERE tenant_id = $1';
    const { rows } = await sql.named<Customer & Record<string, unknown>>('customer.read', text, [tenantId]);
    if (!rows[0]) throw new Problem('http.404');
    return rows[0];
  });
}

export interface Created {
  record: Record<string, unknown>;
  /** Shown once, to whoever created the user; must be changed at the first login. */
  password: string;
}

/**
 * Creates a user of a customer and the login of that user, in step: the row (PENDING), the login, the row (ACTIVE).
 * The transaction is not held open while the identity provider works. What fails half-way is undone; what a crash
 * leaves behind is PENDING and undone at the next boot (`reconcile.ts`). The password is stored nowhere here.
 */
export async function createStaffUser(
  ctx: ServiceContext,
  actor: Actor & { tenantId: string },
  language: Language,
  input: Record<string, unknown>,
): Promise<Created> {
  const provider = ctx.get<IdentityProvider>(IDENTITY_PROVIDER);
  const pipeline = new Pipeline(ctx, { resources: [saasCustomer, user] });
  const call = { resource: user, actor, language };
  const customer = await customerOf(ctx, actor.tenantId);
  const email = typeof input['email'] === 'string' ? input['email'].trim().toLowerCase() : input['email'];
  const id = uuidv7();
  const pending = await ctx.db.inTenant(actor, (tx) => pipeline.createIn(tx, call, id, { ...input, email }));

  const password = temporaryPassword();
  let subject: string | undefined;
  try {
    await provider.keepOrganization(customer);
    subject = await provider.createStaff({
      tenantId: actor.tenantId,
      email: String(pending['email']),
      firstName: String(pending['firstName']),
      lastName: String(pending['lastName']),
      language: pending['softwareLanguage'] === 'en' ? 'en' : 'fr',
      enabled: pending['enabled'] === true,
      password,
      temporary: true,
    });
    await provider.joinOrganization(actor.tenantId, subject);
    await activate(ctx, actor, id, subject);
  } catch (error) {
    await undo(ctx, provider, actor.tenantId, id, subject);
    throw error;
  }
  return { record: await pipeline.read(call, id), password };
}

async function activate(ctx: ServiceContext, actor: Actor, id: string, subject: string): Promise<void> {
  await ctx.db.inTenant(actor, async (tx) => {
    const text = `UPDATE staff_user SET access = 'ACTIVE', subject = $3
      WHERE tenant_id = $1 AND id = $2 AND access = 'PENDING'`;
    const { rowCount } = await tx.sql.query(text, [tx.tenantId, id, subject]);
    if (rowCount !== 1) throw new Error(`user ${id} is not waiting for a login any more`);
    const value = { userId: id, subject, endsSessions: false };
    await tx.publish('identity.user.v1', id, { $case: 'accessChanged', value });
  });
}

/** Nobody has seen the password: the login and the row both go, and the address is free again. */
export async function undo(
  ctx: ServiceContext,
  provider: IdentityProvider,
  tenantId: string,
  id: string,
  subject: string | undefined,
): Promise<void> {
  try {
    if (subject !== undefined) await provider.removeStaff(subject);
    await ctx.db.inTenant(systemActor(tenantId, 'undo of an interrupted creation'), async (tx) => {
      const text = `DELETE FROM staff_user WHERE tenant_id = $1 AND id = $2 AND access = 'PENDING'`;
      const { rowCount } = await tx.sql.query(text, [tenantId, id]);
      if (rowCount > 0) await tx.history(user.name, id, 'undo', {});
    });
  } catch (error) {
    // The row stays PENDING, and the next boot tries again; what the caller hears is the first failure.
    ctx.log.error({ err: error, userId: id }, 'a half-made user could not be undone yet');
  }
}
