import { Problem, route } from '@coulisse/service-kit';

/** A buyer with more mails than that asks the theatre. */
const MOST = 1_000;
const MAILS = `SELECT subject, email, kind, sent_at AS "sentAt", success FROM notification
  WHERE tenant_id = $1 AND email = $2 ORDER BY created_at DESC, id DESC LIMIT ${MOST}`;

export const personalDataRoutes = [
  route.get(
    '/app-api/notifications/personal-data',
    { summary: 'Mails that were sent to the signed-in buyer', tag: 'Account', access: 'public' },
    async ({ actor }, ctx) => {
      const { email, tenantId, subject } = actor;
      if (!email || !tenantId || !subject) throw new Problem('security.not-authenticated');
      const { rows } = await ctx.db.inTenant(actor, ({ sql }) =>
        sql.query(MAILS, [tenantId, email.toLowerCase()]),
      );
      return { mails: rows };
    },
  ),
];
