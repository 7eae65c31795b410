// What must be true of every sale, read from the databases of all services once they are quiet.
import { inDatabase } from './tenant.mjs';

/** Counts rows that must not exist: the text of each is its violation. `$1` is the performance. */
const OF_TICKETING = {
  'a seat was sold twice': `SELECT count(*) FROM (SELECT seat_id FROM ticket WHERE performance_id = $1 AND state = 'VALIDATED'
     GROUP BY seat_id HAVING count(*) > 1) twice`,
  'a sold seat has no ticket, or a ticket no sold seat': `SELECT count(*) FROM
     (SELECT seat_id FROM seat_claim WHERE performance_id = $1 AND state = 'SOLD') claim
     FULL JOIN (SELECT seat_id FROM ticket WHERE performance_id = $1 AND state = 'VALIDATED') ticket USING (seat_id)
     WHERE claim IS NULL OR ticket IS NULL`,
  'a validated reservation has not as many tickets as places': `SELECT count(*) FROM reservation r
     WHERE r.performance_id = $1 AND r.state = 'VALIDATED' AND r.number_of_places <>
       (SELECT count(*) FROM ticket t WHERE t.tenant_id = r.tenant_id AND t.reservation_id = r.id AND t.state = 'VALIDATED')`,
  'a validated reservation has no third party': `SELECT count(*) FROM reservation
     WHERE performance_id = $1 AND state = 'VALIDATED' AND tiers_id IS NULL`,
};
/** Gaps in the ticket numbers of the tenant `$1` in the last year of its series. */
const GAPS = `SELECT max(right(code, 6)::int) - count(*) AS count FROM ticket WHERE tenant_id = $1
  AND code LIKE (SELECT 'T-' || max(year) || '-%' FROM kit.number_series WHERE tenant_id = $1 AND series = 'ticket')`;
/** Accepted payments that ended neither in a validated reservation nor in a refund: by reservation. */
const ACCEPTED = `SELECT reservation_id FROM payment WHERE tenant_id = $1 AND state = 'VALIDATED' AND refund_state = 'NONE'
  AND reservation_id = ANY ($2::uuid[])`;
const RESERVATIONS = `SELECT id, state, customer_email AS email FROM reservation WHERE performance_id = $1`;
const MAILS = `SELECT email, count(*) AS count FROM notification WHERE tenant_id = $1 AND success
  AND kind = 'ticketing.tickets-mail' AND email ~ $2 GROUP BY email`;
const THIRD_PARTIES = `SELECT email FROM tiers WHERE tenant_id = $1 AND email ~ $2 GROUP BY email HAVING count(*) > 1`;

const rowsOf = (database, text, values) =>
  inDatabase(database, async (client) => (await client.query(text, values)).rows);

/** What follows a sale is done within this time, on a busy machine too; what is violated afterwards stays so. */
const QUIET_MS = 30_000;
const PAUSE_MS = 500;

/**
 * The invariants of the sales of a performance that are violated once the services are quiet, in words. The last mail may be
 * sent before the buyer is a third party.
 * @param {{ tenantId: string, performanceId: string }} theatre @param {string[]} runs whose buyers are checked
 * @returns {Promise<string[]>}
 */
export async function violatedInvariants(theatre, runs) {
  const deadline = Date.now() + QUIET_MS;
  for (;;) {
    const violated = await violatedNow(theatre, runs);
    if (violated.length === 0 || Date.now() > deadline) return violated;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function violatedNow({ tenantId, performanceId }, runs) {
  const violated = [];
  for (const [violation, text] of Object.entries(OF_TICKETING)) {
    const [{ count }] = await rowsOf('ticketing', text, [performanceId]);
    if (Number(count) > 0) violated.push(`${violation} (${count})`);
  }
  const [{ count: gaps }] = await rowsOf('ticketing', GAPS, [tenantId]);
  if (Number(gaps) !== 0) violated.push(`the ticket numbers have ${gaps} gaps`);

  const reservations = await rowsOf('ticketing', RESERVATIONS, [performanceId]);
  const validated = new Set(reservations.filter(({ state }) => state === 'VALIDATED').map(({ id }) => id));
  const ids = reservations.map(({ id }) => id);
  const accepted = new Set(
    (await rowsOf('payments', ACCEPTED, [tenantId, ids])).map((row) => row.reservation_id),
  );
  const lost = [...accepted].filter((id) => !validated.has(id));
  if (lost.length > 0) violated.push(`money without seats or refund (${lost.length})`);
  const free = [...validated].filter((id) => !accepted.has(id));
  if (free.length > 0) violated.push(`seats without money (${free.length})`);

  const buyers = `^buyer-(${runs.join('|')})-[0-9]+@load.example$`;
  const mails = new Map(
    (await rowsOf('notifications', MAILS, [tenantId, buyers])).map(({ email, count }) => [
      email,
      Number(count),
    ]),
  );
  const wrong = reservations.filter(({ id, email }) => validated.has(id) && mails.get(email) !== 1);
  if (wrong.length > 0) violated.push(`a buyer has no mail with tickets, or several (${wrong.length})`);
  const doubled = await rowsOf('crm', THIRD_PARTIES, [tenantId, buyers]);
  if (doubled.length > 0) violated.push(`a buyer is several third parties (${doubled.length})`);
  return violated;
}
