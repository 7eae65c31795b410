import { Problem, reply, route, type Actor } from '@coulisse/service-kit';
import { z } from 'zod';
import { FULL_ROLE, role, TENANT_ROLES, user } from '../../resources';
import { customerOf, type StaffUserCreation } from './create-staff-user.command';
import type { StaffPasswords } from './reset-password.command';

const byId = z.object({ id: z.uuid() });
const password = z.string().describe('shown once; temporary');
const record = z.looseObject({ id: z.uuid(), version: z.int() });
const newUser = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** The id of a role, or the code of one that every tenant has. */
  role: z.union([z.enum(TENANT_ROLES), z.uuid()], 'validation.choice'),
  manager: z.uuid('validation.choice').nullish(),
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

/** The super administrator with access to the users of one tenant, only to appoint and list its administrators. */
const appointing = (actor: Actor, tenantId: string): Actor & { tenantId: string } => ({
  ...actor,
  tenantId,
  rights: [...actor.rights, `${user.rights}.read`, `${user.rights}.create`, `${role.rights}.read`],
});

const createUser = (creation: StaffUserCreation) =>
  route.post(
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
      const made = await creation.createByColleague(ctx, inTenant(actor), language, body);
      const headers = {
        ETag: `"${String(made.record['version'])}"`,
        Location: `/b/api/core/users/${String(made.record['id'])}`,
      };
      return reply({ ...made.record, password: made.password }, { status: 201, headers });
    },
  );

const resetPassword = (passwords: StaffPasswords) =>
  route.post(
    '/b/api/core/users/{id}/reset-password',
    {
      summary: 'Give a user a new temporary password, shown once',
      access: { right: 'identity.user.update' },
      params: byId,
      response: z.object({ password }),
      tag: user.name,
    },
    async ({ actor, params }, ctx) => {
      return { password: await passwords.reset(params.id, actor, ctx) };
    },
  );

const administrators = '/b/api/core/saas-customers/{id}/administrators';

const createAdministrator = (creation: StaffUserCreation) =>
  route.post(
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
      const input = { ...body, role: FULL_ROLE };
      const made = await creation.create(ctx, appointing(actor, params.id), language, input);
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
        FROM staff_user WHERE tenant_id = $1 AND role_id IN (SELECT id FROM role WHERE tenant_id = $1 AND code = $2)
        ORDER BY display_name, id`;
      const { rows } = await sql.query<Administrator>(text, [tenantId, FULL_ROLE]);
      return { items: rows };
    });
  },
);

export const staffRoutes = (creation: StaffUserCreation, passwords: StaffPasswords) => [
  createUser(creation),
  resetPassword(passwords),
  createAdministrator(creation),
  listAdministrators,
];
