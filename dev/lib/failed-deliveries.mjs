// Failed deliveries and refused events, in the databases of all services.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { addresses } from './addresses.mjs';
import { UserError } from './command.mjs';
import { isWritten, readTopology } from './topology.mjs';

/** PostgreSQL error of a missing table: the service has not been migrated since it was added. */
const UNDEFINED_TABLE = '42P01';
const UNDEFINED_COLUMN = '42703';
const NO_DATABASE = '3D000';
const OLD = new Set([UNDEFINED_TABLE, UNDEFINED_COLUMN, NO_DATABASE]);

/** Services that have a database of their own. */
export const services = () =>
  readTopology()
    .filter((part) => part.kind === 'service' && part.database && isWritten(part))
    .map(({ name }) => name);

/**
 * Runs `work` on the database of a service, as the superuser; `otherwise` where it has not been migrated yet.
 * @template R @param {string} service @param {(client: pg.Client) => Promise<R>} work @param {R} otherwise
 */
export async function onDatabase(service, work, otherwise, adminUrl = addresses().databaseUrl) {
  const url = new URL(adminUrl);
  url.pathname = `/${service}`;
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (OLD.has(error.code)) return otherwise;
    throw error.code === 'ECONNREFUSED'
      ? new UserError(`PostgreSQL at ${url.host}: ${error.message}`)
      : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const COUNTS = `SELECT (SELECT count(*)::int FROM kit.failed_delivery WHERE state = 'RETRYING') AS retrying,
  (SELECT count(*)::int FROM kit.failed_delivery WHERE state = 'DEAD') AS dead,
  (SELECT count(*)::int FROM kit.outbox WHERE published_at IS NULL AND failed_at IS NOT NULL) AS refused`;
const NONE = { retrying: 0, dead: 0, refused: 0 };

/** @returns {Promise<Record<string, { retrying: number, dead: number, refused: number }>>} by service */
export async function countFailures(names = services()) {
  const all = names.map(async (name) => [
    name,
    await onDatabase(name, async (client) => (await client.query(COUNTS)).rows[0], NONE),
  ]);
  return Object.fromEntries(await Promise.all(all));
}

const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const COLUMNS = `id, tenant_id, consumer, topic, type, partition, position, message_key, message_id, state, attempts,
  first_failed_at, last_failed_at, next_attempt_at, error_code, error_text`;

/** The rows that a command selects: a service, an id, both states or all. @param {string[]} words */
export function selection(words, names = services()) {
  const chosen = { service: undefined, id: undefined, state: undefined };
  for (const word of words) {
    if (names.includes(word)) chosen.service = word;
    else if (ID.test(word)) chosen.id = word;
    else if (word === 'dead' || word === 'retrying') chosen.state = word.toUpperCase();
    else
      throw new UserError(`“${word}” is neither a service (${names.join(', ')}), an id, dead nor retrying`);
  }
  return chosen;
}

const WHERE = '($1::uuid IS NULL OR id = $1) AND ($2::text IS NULL OR state = $2)';
const values = ({ id, state }) => [id ?? null, state ?? null];
const chosenServices = ({ service }) => (service ? [service] : services());

/** Failed deliveries of the services that are chosen, oldest first, each with its service. */
export async function listFailures(chosen, columns = COLUMNS) {
  const found = [];
  for (const service of chosenServices(chosen)) {
    const sql = `SELECT ${columns} FROM kit.failed_delivery WHERE ${WHERE} ORDER BY seq`;
    const rows = await onDatabase(
      service,
      async (client) => (await client.query(sql, values(chosen))).rows,
      [],
    );
    found.push(...rows.map((row) => ({ service, ...row })));
  }
  return found;
}

/** Events that the broker refused for their size. */
export async function listRefused(chosen) {
  const found = [];
  for (const service of chosenServices(chosen)) {
    const sql = `SELECT id, tenant_id, topic, type, aggregate_id, failed_at, failure FROM kit.outbox
      WHERE published_at IS NULL AND failed_at IS NOT NULL AND ($1::uuid IS NULL OR id = $1) ORDER BY seq`;
    const rows = await onDatabase(
      service,
      async (client) => (await client.query(sql, [chosen.id ?? null])).rows,
      [],
    );
    found.push(...rows.map((row) => ({ service, ...row })));
  }
  return found;
}

/** Makes failed deliveries due: their services retry them within a second. Returns how many. */
export async function replayFailures(chosen) {
  let count = 0;
  for (const service of chosenServices(chosen))
    count += await onDatabase(
      service,
      async (client) => {
        const retried = await client.query(
          `UPDATE kit.failed_delivery SET state = 'RETRYING', next_attempt_at = now(), retrying_since = now() WHERE ${WHERE}`,
          values(chosen),
        );
        if (chosen.state) return retried.rowCount;
        const sent = await client.query(
          `UPDATE kit.outbox SET failed_at = NULL, failure = NULL
           WHERE published_at IS NULL AND failed_at IS NOT NULL AND ($1::uuid IS NULL OR id = $1)`,
          [chosen.id ?? null],
        );
        return retried.rowCount + sent.rowCount;
      },
      0,
    );
  return count;
}

const DISCARD = `WITH gone AS (DELETE FROM kit.failed_delivery WHERE id = $1 RETURNING *)
  INSERT INTO kit.history (id, tenant_id, entity, entity_id, action, changes, actor_name)
  SELECT $2, tenant_id, 'core.failed-delivery', id, 'discard', jsonb_build_object('reason', jsonb_build_array(NULL, $3::text),
    'consumer', jsonb_build_array(NULL, consumer), 'topic', jsonb_build_array(NULL, topic),
    'type', jsonb_build_array(NULL, type), 'messageId', jsonb_build_array(NULL, message_id),
    'messageKey', jsonb_build_array(NULL, message_key), 'error', jsonb_build_array(NULL, error_code)),
    'npm run dlq' FROM gone`;

/** Discards a failed delivery for good; its data and the reason stay in the history of its tenant. */
export async function discardFailure(id, reason) {
  let count = 0;
  for (const service of services())
    count += await onDatabase(
      service,
      async (client) => (await client.query(DISCARD, [id, randomUUID(), reason])).rowCount,
      0,
    );
  return count;
}
