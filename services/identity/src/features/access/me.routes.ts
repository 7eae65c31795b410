import { route } from '@coulisse/service-kit';
import { z } from 'zod';

const answer = z.object({
  id: z.uuid(),
  displayName: z.string(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  roles: z.array(z.string()),
  rights: z.array(z.string()),
  language: z.enum(['fr', 'en']),
  tenant: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), timeZone: z.string() }).nullable(),
  impersonator: z.object({ id: z.string(), name: z.string() }).nullable(),
});

/** The caller's identity and rights: the first request of the staff portal. */
export const me = route.get(
  '/b/api/core/me',
  {
    summary: 'The caller, with rights and customer',
    access: 'authenticated',
    response: answer,
    tag: 'identity.access',
  },
  async ({ actor }, { db }) => {
    const tenant = actor.tenantId
      ? await db.inTenant(actor, async ({ sql, tenantId }) => {
          const text = `SELECT id, name, slug, time_zone AS "timeZone" FROM saas_customer WHERE tenant_id = $1`;
          return (
            await sql.named<{ id: string; name: string; slug: string; timeZone: string }>('me.tenant', text, [
              tenantId,
            ])
          ).rows[0];
        })
      : undefined;
    return {
      id: actor.userId,
      displayName: actor.displayName,
      email: actor.email,
      role: actor.role,
      roles: actor.roles,
      rights: actor.rights,
      language: actor.language,
      tenant: tenant ?? null,
      impersonator: actor.impersonator ?? null,
    };
  },
);
