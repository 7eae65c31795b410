// Holds of a performance by HTTP, and the claims that they leave in the database of ticketing.
import { Agent, request } from 'node:http';
import { PORTS } from '../../../dev/lib/settings.mjs';
import { inDatabase } from './tenant.mjs';

export const holdPath = (performanceId) => `/app-api/configuration/representations/${performanceId}/holds`;
export const gatewayUrl = `http://localhost:${PORTS.gateway}`;

/** Deletes every unpaid claim of the performance, so that its seats can be held again. */
export const freeSeats = (performanceId) =>
  inDatabase('ticketing', async (client) => {
    await client.query(`DELETE FROM seat_claim WHERE performance_id = $1 AND state = 'HELD'`, [
      performanceId,
    ]);
    await client.query('VACUUM ANALYZE seat_claim');
  });

/** Unpaid claims of the performance: `{ seat, cart }`. */
export const claimsOf = (performanceId) =>
  inDatabase('ticketing', async (client) => {
    const { rows } = await client.query(
      `SELECT seat_id AS seat, cart_id AS cart FROM seat_claim WHERE performance_id = $1 AND state = 'HELD' AND expires_at > now()`,
      [performanceId],
    );
    return rows;
  });

/**
 * Sends one hold of the seats by each of `clients`, all at once, each on a connection of its own.
 * @returns {Promise<{ status: number, body: any, ms: number }[]>}
 */
export async function holdAtOnce(performanceId, seats, clients, timeoutMs) {
  const agent = new Agent({ maxSockets: clients });
  const body = JSON.stringify({ seats });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const hold = () =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(
        gatewayUrl + holdPath(performanceId),
        { method: 'POST', agent, headers },
        (answer) => {
          const chunks = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const ms = performance.now() - began;
            const text = Buffer.concat(chunks).toString();
            resolve({ status: answer.statusCode, body: text ? JSON.parse(text) : null, ms });
          });
        },
      );
      sent.setTimeout(timeoutMs, () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)));
      sent.on('error', reject);
      sent.end(body);
    });
  try {
    return await Promise.all(Array.from({ length: clients }, hold));
  } finally {
    agent.destroy();
  }
}
