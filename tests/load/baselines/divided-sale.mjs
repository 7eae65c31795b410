// The bare sale divided as ours is: a gateway, ticketing, payments and crm, one process each. A payment starts with a call
// from ticketing to payments; what follows an accepted one travels by an outbox, Kafka and an inbox: payments → ticketing
// (seats sold, tickets numbered) → crm (the buyer) → ticketing (who bought). Still no tenant, right, row security, limit,
// history, idempotency, print or mail: what is left is the cost of the parts themselves. ROLE says which one this is.
import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { Kafka, logLevel } from 'kafkajs';
import { serveJson } from './json-server.mjs';
import { acceptedPayment, answering, formOf, hashOf, hold, pool, Refusal, run, save } from './sale-parts.mjs';

const { ROLE, PORT, TOPICS, KAFKA_BROKERS, TICKETING_URL, PAYMENTS_URL } = process.env;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const topicOf = (name) => `${TOPICS}.${name}`;
const HEALTH = '/health';
/** As the relay of the kit: a pause between two portions lets them grow. */
const PORTION_MS = 50;

const START = `INSERT INTO payment (reference, reservation_id, amount_minor, state) VALUES ($1, $2, $3, 'STARTED')`;
const PAY = `SELECT r.id, r.total_minor, r.email FROM reservation r JOIN cart ON cart.id = r.cart_id WHERE cart.token_hash = $1`;
const ACCEPT = `
WITH paid AS (
  UPDATE payment SET state = 'ACCEPTED', call_number = $3, authorisation = $4
  WHERE reference = $1 AND amount_minor = $2 AND state = 'STARTED' RETURNING reservation_id
)
INSERT INTO outbox (service, topic, key, payload)
SELECT 'payments', 'payment', reservation_id, jsonb_build_object('reservation', reservation_id) FROM paid`;
/** Sells the seats once, numbers the tickets, and says so. */
const SETTLE = `
WITH known AS (
  INSERT INTO inbox (consumer, id) VALUES ('ticketing', $2) ON CONFLICT DO NOTHING RETURNING id
), sold AS (
  UPDATE claim SET state = 'SOLD', expires_at = 'infinity' FROM reservation r, known
  WHERE r.id = $1 AND claim.cart_id = r.cart_id AND claim.state = 'HELD' RETURNING claim.seat_id
), valid AS (
  UPDATE reservation SET state = 'VALIDATED' FROM known WHERE reservation.id = $1 RETURNING reservation.id, places, email
), complete AS (
  SELECT id, places, email, 1 / (places = (SELECT count(*) FROM sold))::int AS checked FROM valid
), numbers AS (
  UPDATE counter SET value = value + complete.places FROM complete WHERE complete.checked = 1
  RETURNING value - complete.places AS before, complete.id
), said AS (
  INSERT INTO outbox (service, topic, key, payload)
  SELECT 'ticketing', 'reservation', id, jsonb_build_object('reservation', id, 'email', email) FROM complete
)
INSERT INTO ticket (number, reservation_id, seat_id, secret)
SELECT before + row_number() OVER (ORDER BY seat_id), numbers.id, seat_id, md5(seat_id::text || $3) FROM numbers, sold`;
const BUYER = `
WITH known AS (
  INSERT INTO inbox (consumer, id) VALUES ('crm', $1) ON CONFLICT DO NOTHING RETURNING id
), buyer AS (
  INSERT INTO tiers (id, email) SELECT $2, $3 FROM known ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id
)
INSERT INTO outbox (service, topic, key, payload)
SELECT 'crm', 'tiers', id, jsonb_build_object('reservation', $4::uuid, 'tiers', id) FROM buyer`;
const LINK = `
WITH known AS (INSERT INTO inbox (consumer, id) VALUES ('link', $3) ON CONFLICT DO NOTHING RETURNING id)
UPDATE reservation SET tiers_id = $2 FROM known WHERE reservation.id = $1`;
const NEXT = `
WITH marked AS (UPDATE outbox SET published = true WHERE id = ANY ($2::bigint[]))
SELECT id, topic, key, payload FROM outbox WHERE service = $1 AND NOT published AND id <> ALL ($2::bigint[])
ORDER BY id LIMIT 500`;

function call(method, url, body) {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const outgoing = httpRequest(url, {
      method,
      agent,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    });
    outgoing.on('error', reject).on('response', async (answer) => {
      const chunks = await answer.toArray();
      if (answer.statusCode !== 200) return reject(new Error(`${url} answered ${answer.statusCode}`));
      return resolve(JSON.parse(Buffer.concat(chunks)));
    });
    outgoing.end(text);
  });
}

const kafka = new Kafka({ brokers: KAFKA_BROKERS.split(','), clientId: ROLE, logLevel: logLevel.ERROR });

/** Publishes the outbox of this part. Returns what wakes it. */
async function relay() {
  const producer = kafka.producer();
  await producer.connect();
  let [published, isRunning, isWoken] = [[], false, false];
  async function drain() {
    for (;;) {
      const rows = await run('next', NEXT, [ROLE, published]);
      published = [];
      if (rows.length === 0) return;
      const topicMessages = [...Map.groupBy(rows, ({ topic }) => topic)].map(([topic, group]) => ({
        topic: topicOf(topic),
        messages: group.map(({ id, key, payload }) => ({
          key,
          value: JSON.stringify(payload),
          headers: { id: String(id) },
        })),
      }));
      await producer.sendBatch({ topicMessages, acks: -1 });
      published = rows.map(({ id }) => id);
      await new Promise((resolve) => setTimeout(resolve, PORTION_MS));
    }
  }
  return () => {
    isWoken = true;
    if (isRunning) return;
    isRunning = true;
    void (async () => {
      while (isWoken) {
        isWoken = false;
        await drain();
      }
      isRunning = false;
    })();
  };
}

/** Applies what arrives on a topic, each message once. */
async function consume(topic, group, handle) {
  const consumer = kafka.consumer({ groupId: `${TOPICS}.${group}`, maxWaitTimeInMs: 500 });
  await consumer.connect();
  await consumer.subscribe({ topics: [topicOf(topic)], fromBeginning: true });
  await consumer.run({
    autoCommitInterval: 1_000,
    partitionsConsumedConcurrently: 3,
    eachMessage: ({ message }) => handle(JSON.parse(message.value), String(message.headers.id)),
  });
}

const roles = {
  async gateway() {
    const server = createServer((incoming, outgoing) => {
      if (incoming.url === HEALTH) return void outgoing.end();
      const target = incoming.url.startsWith('/notification') ? PAYMENTS_URL : TICKETING_URL;
      const onward = httpRequest(target + incoming.url, {
        method: incoming.method,
        headers: incoming.headers,
        agent,
      });
      onward.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.writeHead(502).end());
      return incoming.pipe(onward);
    });
    server.keepAliveTimeout = 65_000;
    server.listen(Number(PORT), '127.0.0.1');
  },

  async ticketing() {
    const wake = await relay();
    await consume('payment', 'ticketing', async ({ reservation }, id) => {
      await run('settle', SETTLE, [reservation, id, randomBytes(16).toString('hex')]);
      wake();
    });
    await consume('tiers', 'link', ({ reservation, tiers }, id) =>
      run('link', LINK, [reservation, tiers, id]),
    );
    async function pay({ headers }) {
      const [draft] = await run('pay', PAY, [hashOf(headers['cart-token'])]);
      if (!draft) throw new Refusal(404);
      const { id: reservation, total_minor: amountMinor, email } = draft;
      return call('POST', `${PAYMENTS_URL}/payments`, { reservation, amountMinor, email });
    }
    const actions = { holds: hold, save, pay };
    serveJson(answering((path) => actions[path.split('/').at(-1)]));
  },

  async payments() {
    const wake = await relay();
    async function start({ body: { reservation, amountMinor, email } }) {
      const reference = randomBytes(12).toString('hex');
      await run('start', START, [reference, reservation, amountMinor]);
      return formOf(reference, amountMinor, email);
    }
    async function accept({ query }) {
      const fields = acceptedPayment(query);
      if (!fields) return undefined;
      const values = [fields.get('R'), Number(fields.get('M')), fields.get('T'), fields.get('A')];
      await run('accept', ACCEPT, values);
      wake();
      return undefined;
    }
    const actions = { '/payments': start, '/notification': accept };
    serveJson(answering((path) => actions[path]));
  },

  async crm() {
    const wake = await relay();
    await consume('reservation', 'crm', async ({ reservation, email }, id) => {
      await run('buyer', BUYER, [id, randomUUID(), email, reservation]);
      wake();
    });
    serveJson(async () => [404]);
  },
};

process.on('exit', () => void pool.end());
await roles[ROLE]();
