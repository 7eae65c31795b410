import { Problem, reply, route, type Actor, type ServiceContext } from '@coulisse/service-kit';
import { z } from 'zod';
import { recordSessionEnd } from '../access/session-end';
import { user } from '../../resources';
import { IDENTITY_PROVIDER, type IdentityProvider } from '../provisioning/identity-provider';
import { temporaryPassword } from '../provisioning/temporary-password';
import { createStaffUser, customerOf } from './create-staff-user.command';

const byId = z.object({ id: z.uuid() });
const password = z.string().describe('shown once; temporary');
const record = z.looseObject({ id: z.uuid(), version: z.int() });
const newUser = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(['ADMINISTRATOR', 'USER']),
  softwareLanguage: z.enum(['fr', 'en']).optional(),
  color: z.string().nullish(),
  cost: z.string().nullish(),
});
const newAdministrator = newUser.pick({
  firstName: true,
  lastName: true,
  email: true,
  softwareLanguage: true,
});

const inTenant = (actor: Actor): Actor & { tenantId: string } => {
  if (!actor.tenantId) throw new Problem('security.insufficient-privilege');
  return { ...actor, tenantId: actor.tenantId };
};

/** The super administrator among the users of one customer: to appoint its administrators, and for nothing else. */
const appointing = (actor: Actor, tenantId: string): Actor & { tenantId: string } => ({
  ...actor,
  tenantId,
  rights: [...actor.rights, `${user.rights}.read`, `${user.rights}.create`],
});

const createUser = route.post(
  '/b/api/core/users',
  {
    summary: 'Create a user; answers a temporary password, once',
    access: { right: 'identity.user.create' },
    body: newUser,
    response: record.extend({ password }),
    status: 201,
    tag: user.name,
  },
  async ({ actor, language, body }, ctx) => {
    const made = await createStaffUser(ctx, inTenant(actor), language, body);
    const headers = {
      ETag: `"${String(made.record['version'])}"`,
      Location: `/b/api/core/users/${String(made.record['id'])}`,
    };
    return reply({ ...made.record, password: made.password }, { status: 201, headers });
  },
);

const resetPassword = route.post(
  '/b/api/core/users/{id}/reset-password',
  {
    summary: 'Give a user a new temporary password, shown once',
    access: { right: 'identity.user.update' },
    params: byId,
    response: z.object({ password }),
    tag: user.name,
  },
  async ({ actor, params }, ctx) => {
    const made = temporaryPassword();
    const subject = await subjectOf(ctx, actor, params.id);
    const provider = ctx.get<IdentityProvider>(IDENTITY_PROVIDER);
    await provider.setStaffPassword(subject, made, true);
    // Whoever made the reset necessary may have a session.
    const endedAt = await provider.endStaffSessions(subject);
    await ctx.db.inTenant(actor, async (tx) => {
      await recordSessionEnd(tx, { userId: params.id, subject, endedAt });
      await tx.history(user.name, params.id, 'reset-password', {});
    });
    return { password: made };
  },
);

async function subjectOf(ctx: ServiceContext, actor: Actor, id: string): Promise<string> {
  return ctx.db.inTenant(actor, async ({ sql, tenantId }) => {
    const text = 'SELECT subject FROM staff_user WHERE tenant_id = $1 AND id = $2';
    const { rows } = await sql.query<{ subject: string | null }>(text, [tenantId, id]);
    if (!rows[0]?.subject) throw new Problem('http.404');
    return rows[0].subject;
  });
}

const administrators = '/b/api/core/saas-customers/{id}/administrators';

const createAdministrator = route.post(
  administrators,
  {
    summary: 'Appoint an administrator of a customer; answers a temporary password, once',
    access: { right: 'identity.saas-customer.update' },
    params: byId,
    body: newAdministrator,
    response: z.object({ user: record, password }),
    status: 201,
    tag: 'identity.saas-customer',
  },
  async ({ actor, language, params, body }, ctx) => {
    const input = { ...body, role: 'ADMINISTRATOR' };
    const made = await createStaffUser(ctx, appointing(actor, params.id), language, input);
    return { user: made.record, password: made.password };
  },
);

interface Administrator extends Record<string, unknown> {
  id: string;
}

const listAdministrators = route.get(
  administrators,
  {
    summary: 'The administrators of a customer',
    access: { right: 'identity.saas-customer.read' },
    params: byId,
    response: z.object({
      items: z.array(z.looseObject({ id: z.uuid(), displayName: z.string(), email: z.string() })),
    }),
    tag: 'identity.saas-customer',
  },
  async ({ actor, params }, ctx) => {
    const { tenantId } = await customerOf(ctx, params.id);
    return ctx.db.inTenant(appointing(actor, tenantId), async ({ sql }) => {
      const text = `SELECT id, display_name AS "displayName", first_name AS "firstName", last_name AS "lastName", email,
          enabled, access::text AS access, created_at AS "createdAt"
        FROM staff_user WHERE tenant_id = $1 AND role = 'ADMINISTRATOR' ORDER BY display_name, id`;
      const { rows } = await sql.query<Administrator>(text, [tenantId]);
      return { items: rows };
    });
  },
);

export const staffRoutes = [createUser, resetPassword, createAdministrator, listAdministrators];
