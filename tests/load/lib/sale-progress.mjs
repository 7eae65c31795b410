// How far the sales of a benchmark are, read from the databases of the services.
import { superuser } from './tenant.mjs';

const VALIDATED = `SELECT count(*) FROM reservation r WHERE r.performance_id = $1 AND r.state = 'VALIDATED'
  AND EXISTS (SELECT 1 FROM ticket t WHERE t.tenant_id = r.tenant_id AND t.reservation_id = r.id AND t.code IS NOT NULL)`;
const MAILED = `SELECT count(*) FROM notification WHERE success AND kind = 'ticketing.tickets-mail' AND email LIKE $1`;

/** Counts of a performance's validated reservations with numbered tickets, and of the mails with tickets of a run. */
export async function saleProgress() {
  const { client: ticketing } = await superuser('ticketing');
  const { client: notifications } = await superuser('notifications');
  const count = async (client, text, value) => Number((await client.query(text, [value])).rows[0].count);
  return {
    validated: (performanceId) => count(ticketing, VALIDATED, performanceId),
    mailed: (run) => count(notifications, MAILED, `buyer-${run}-%`),
    end: async () => void (await Promise.all([ticketing.end(), notifications.end()])),
  };
}
