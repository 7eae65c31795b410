// How far the sales of a benchmark are, read from the databases of the services.
import { superuser } from './tenant.mjs';

const VALIDATED = `SELECT count(*) FROM reservation r WHERE r.performance_id = $1 AND r.state = 'VALIDATED'
  AND EXISTS (SELECT 1 FROM ticket t WHERE t.tenant_id = r.tenant_id AND t.reservation_id = r.id AND t.code IS NOT NULL)`;
/** Mails since the beginning only: to look at all that were ever sent would cost the database more with each run. */
const MAILED = `SELECT count(*) FROM notification WHERE tenant_id = $1 AND created_at >= $2 AND success
  AND kind = 'ticketing.tickets-mail' AND email LIKE $3`;

/** Counts of a performance's validated reservations with numbered tickets, and of the mails with tickets of a run, from now on. */
export async function saleProgress(tenantId) {
  const { client: ticketing } = await superuser('ticketing');
  const { client: notifications } = await superuser('notifications');
  const count = async (client, text, ...values) => Number((await client.query(text, values)).rows[0].count);
  const began = new Date();
  return {
    validated: (performanceId) => count(ticketing, VALIDATED, performanceId),
    mailed: (run) => count(notifications, MAILED, tenantId, began, `buyer-${run}-%`),
    end: async () => void (await Promise.all([ticketing.end(), notifications.end()])),
  };
}
