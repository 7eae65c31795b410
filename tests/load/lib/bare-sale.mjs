// The bare peers of a sale, with a schema of their own in the PostgreSQL of the stack, and what must be true of their sales:
// one process, or the same divided over four and Kafka.
import { randomBytes, randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import { addresses } from '../../../dev/lib/addresses.mjs';
import { bankKeys, sandboxBankProcess } from '../../../dev/lib/service-processes.mjs';
import { startBaseline } from './gateway.mjs';
import { freePort } from './process.mjs';

const PRICE_MINOR = 6_900;
const TABLES = `
CREATE TABLE seat (id uuid PRIMARY KEY, price_minor int NOT NULL);
CREATE TABLE cart (id uuid PRIMARY KEY, token_hash bytea NOT NULL UNIQUE);
CREATE TABLE claim (seat_id uuid PRIMARY KEY REFERENCES seat, cart_id uuid NOT NULL, state text NOT NULL, expires_at timestamptz NOT NULL);
CREATE INDEX ON claim (cart_id);
CREATE TABLE tiers (id uuid PRIMARY KEY, email text NOT NULL UNIQUE);
CREATE TABLE reservation (id uuid PRIMARY KEY, code text NOT NULL UNIQUE, cart_id uuid NOT NULL UNIQUE REFERENCES cart,
  tiers_id uuid, email text NOT NULL, customer jsonb NOT NULL, places int NOT NULL, total_minor int NOT NULL, state text NOT NULL);
CREATE TABLE item (reservation_id uuid REFERENCES reservation, seat_id uuid REFERENCES seat, price_minor int NOT NULL,
  PRIMARY KEY (reservation_id, seat_id));
CREATE TABLE payment (reference text PRIMARY KEY, reservation_id uuid NOT NULL REFERENCES reservation, amount_minor int NOT NULL,
  state text NOT NULL, call_number text, authorisation text);
CREATE TABLE counter (value int NOT NULL);
CREATE TABLE ticket (number int PRIMARY KEY, reservation_id uuid NOT NULL REFERENCES reservation,
  seat_id uuid NOT NULL UNIQUE REFERENCES seat, secret text NOT NULL);
CREATE TABLE outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, service text NOT NULL, topic text NOT NULL,
  key text NOT NULL, payload jsonb NOT NULL, published boolean NOT NULL DEFAULT false);
CREATE INDEX ON outbox (service, id) WHERE NOT published;
CREATE TABLE inbox (consumer text, id text, PRIMARY KEY (consumer, id))`;
const TOPICS = ['payment', 'reservation', 'tiers'];
const PARTITIONS = 3;

/** Counts of rows that must not exist. */
const VIOLATIONS = {
  'an accepted payment has no validated reservation': `SELECT count(*)::int FROM payment p JOIN reservation r ON r.id = p.reservation_id
     WHERE (p.state = 'ACCEPTED') <> (r.state = 'VALIDATED')`,
  'a validated reservation has not as many tickets as places': `SELECT count(*)::int FROM reservation r
     WHERE r.state = 'VALIDATED' AND r.places <> (SELECT count(*) FROM ticket t WHERE t.reservation_id = r.id)`,
  'the ticket numbers have gaps': `SELECT (coalesce(max(number), 0) - count(*))::int AS count FROM ticket`,
};

/** @param {Record<string, string>} env */
async function oneProcess(env) {
  const port = await freePort();
  return startBaseline('bare-sale', { ...env, SHOP_URL: `http://127.0.0.1:${port}` }, port);
}

/** Gateway, ticketing, payments and crm. @param {Record<string, string>} env */
async function fourProcesses(env) {
  const { kafkaBrokers } = addresses();
  const kafka = new Kafka({
    brokers: kafkaBrokers.split(','),
    clientId: 'bare-sale',
    logLevel: logLevel.ERROR,
  });
  const admin = kafka.admin();
  await admin.connect();
  const topics = TOPICS.map((name) => `${env.SCHEMA}.${name}`);
  await admin.createTopics({
    waitForLeaders: true,
    topics: topics.map((topic) => ({ topic, numPartitions: PARTITIONS })),
  });
  const names = ['gateway', 'ticketing', 'payments', 'crm'];
  const ports = await Promise.all(names.map(() => freePort()));
  const urlOf = (name) => `http://127.0.0.1:${ports[names.indexOf(name)]}`;
  const shared = {
    ...env,
    KAFKA_BROKERS: kafkaBrokers,
    KAFKAJS_NO_PARTITIONER_WARNING: '1',
    TOPICS: env.SCHEMA,
    SHOP_URL: urlOf('gateway'),
    TICKETING_URL: urlOf('ticketing'),
    PAYMENTS_URL: urlOf('payments'),
  };
  const programs = await Promise.all(
    names.map((name, index) => startBaseline('divided-sale', { ...shared, ROLE: name }, ports[index])),
  );
  return {
    url: urlOf('gateway'),
    stop: async () => {
      await Promise.all(programs.map((program) => program.stop()));
      await admin.deleteTopics({ topics });
      await admin.disconnect();
    },
  };
}

/**
 * Starts a peer with seats for `orders` orders of `places` seats.
 * @param {{ orders: number, places: number, isDivided?: boolean }} size
 */
export async function startBareSale({ orders, places, isDivided = false }) {
  const schema = `bare_sale_${randomBytes(4).toString('hex')}`;
  const { databaseUrl, sandboxBankUrl } = addresses();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const groups = Array.from({ length: orders }, () => Array.from({ length: places }, () => randomUUID()));
  const drop = () => client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  try {
    await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}; ${TABLES}`);
    await client.query('INSERT INTO counter VALUES (0)');
    await client.query('INSERT INTO seat SELECT id, $2 FROM unnest($1::uuid[]) AS id', [
      groups.flat(),
      PRICE_MINOR,
    ]);
    await client.query('ANALYZE seat');
    const program = await (isDivided ? fourProcesses : oneProcess)({
      DATABASE_URL: databaseUrl,
      SCHEMA: schema,
      BANK_URL: sandboxBankUrl,
      BANK_HMAC_KEY: sandboxBankProcess().env.SANDBOX_BANK_HMAC_KEY,
      BANK_PUBLIC_KEY_FILE: bankKeys.public,
    });
    return {
      url: program.url,
      groups,
      validated: async () =>
        Number(
          (await client.query(`SELECT count(*) FROM reservation WHERE state = 'VALIDATED'`)).rows[0].count,
        ),
      /** The violated invariants, in words. */
      violated: async () => {
        const violated = [];
        for (const [violation, text] of Object.entries(VIOLATIONS)) {
          const { count } = (await client.query(text)).rows[0];
          if (count !== 0) violated.push(`bare peer: ${violation} (${count})`);
        }
        return violated;
      },
      stop: async () => {
        await program.stop();
        await drop();
        await client.end();
      },
    };
  } catch (error) {
    await drop();
    await client.end();
    throw error;
  }
}
