// The least that can sell the same seats: node:http, a pool, one prepared statement for each call, written by hand. The same
// requests, the same bank with its signed form and its signed notification, tickets numbered without gaps. No tenant, right,
// row security, limit, history, event, idempotency, print or mail.
import { createHash, createHmac, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { serveJson } from './json-server.mjs';

const { DATABASE_URL, SCHEMA, PORT, BANK_URL, BANK_HMAC_KEY, BANK_PUBLIC_KEY_FILE } = process.env;
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 16,
  options: `-c search_path=${SCHEMA}`,
});
const hmacKey = Buffer.from(BANK_HMAC_KEY, 'hex');
const bankKey = createPublicKey(readFileSync(BANK_PUBLIC_KEY_FILE));
const own = `http://127.0.0.1:${PORT}`;
const FORM = `${BANK_URL}/cgi/MYchoix_pagepaiement.cgi`;
/** Raised on purpose by a statement that finds less than it needs, so that it changes nothing. */
const DIVISION_BY_ZERO = '22012';
const HOLD_MINUTES = 15;

/** A seat is free when it has no row, or a hold that has expired. Rows are locked in the order of their ids. */
const HOLD = `
WITH owner AS (
  INSERT INTO cart (id, token_hash) VALUES ($1, $2)
), taken AS (
  INSERT INTO claim AS mine (seat_id, cart_id, state, expires_at)
  SELECT id, $1, 'HELD', now() + interval '${HOLD_MINUTES} minutes' FROM seat WHERE id = ANY ($3::uuid[]) ORDER BY id
  ON CONFLICT (seat_id) DO UPDATE SET cart_id = excluded.cart_id, expires_at = excluded.expires_at
  WHERE mine.state = 'HELD' AND mine.expires_at <= now()
  RETURNING seat_id
)
SELECT 1 / (count(*) = cardinality($3::uuid[]))::int FROM taken`;

const SAVE = `
WITH held AS (
  SELECT cart.id AS cart_id, seat.id AS seat_id, seat.price_minor
  FROM cart JOIN claim ON claim.cart_id = cart.id JOIN seat ON seat.id = claim.seat_id
  WHERE cart.token_hash = $1 AND claim.state = 'HELD' AND claim.expires_at > now()
), draft AS (
  INSERT INTO reservation (id, code, cart_id, email, customer, places, total_minor, state)
  SELECT $2, $3, cart_id, $4, $5, count(*), sum(price_minor), 'DRAFT' FROM held GROUP BY cart_id
  RETURNING id, code, total_minor
), items AS (
  INSERT INTO item (reservation_id, seat_id, price_minor) SELECT $2, seat_id, price_minor FROM held
)
SELECT id, code, total_minor FROM draft`;

const PAY = `
INSERT INTO payment (reference, reservation_id, amount_minor, state)
SELECT $2, r.id, r.total_minor, 'STARTED' FROM reservation r JOIN cart ON cart.id = r.cart_id WHERE cart.token_hash = $1
RETURNING amount_minor, (SELECT email FROM reservation WHERE id = reservation_id) AS email`;

/** All of a sale in one statement: the counter of the numbers is locked last, and for its commit alone. */
const SETTLE = `
WITH paid AS (
  UPDATE payment SET state = 'ACCEPTED', call_number = $3, authorisation = $4
  WHERE reference = $1 AND amount_minor = $2 AND state = 'STARTED' RETURNING reservation_id
), buyer AS (
  INSERT INTO tiers (id, email) SELECT $5, r.email FROM reservation r JOIN paid ON paid.reservation_id = r.id
  ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id
), sold AS (
  UPDATE claim SET state = 'SOLD', expires_at = 'infinity'
  FROM reservation r JOIN paid ON paid.reservation_id = r.id
  WHERE claim.cart_id = r.cart_id AND claim.state = 'HELD' RETURNING claim.seat_id
), valid AS (
  UPDATE reservation SET state = 'VALIDATED', tiers_id = (SELECT id FROM buyer)
  FROM paid WHERE reservation.id = paid.reservation_id RETURNING id, places
), complete AS (
  SELECT id, places, 1 / (places = (SELECT count(*) FROM sold))::int AS checked FROM valid
), numbers AS (
  UPDATE counter SET value = value + complete.places FROM complete WHERE complete.checked = 1
  RETURNING value - complete.places AS before, complete.id
)
INSERT INTO ticket (number, reservation_id, seat_id, secret)
SELECT before + row_number() OVER (ORDER BY seat_id), numbers.id, seat_id, md5(seat_id::text || $6) FROM numbers, sold`;

const run = async (name, text, values) => (await pool.query({ name, text, values })).rows;
const hashOf = (token) => createHash('sha256').update(token).digest();

class Refusal extends Error {
  constructor(status) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

async function hold({ body }) {
  const token = randomBytes(16).toString('base64url');
  const id = randomUUID();
  try {
    await run('hold', HOLD, [id, hashOf(token), body.seats]);
  } catch (error) {
    if (error.code === DIVISION_BY_ZERO) throw new Refusal(409);
    throw error;
  }
  return { cart: { id, token, seats: body.seats } };
}

async function save({ body: { customer }, headers }) {
  const code = randomBytes(5).toString('hex').toUpperCase();
  const values = [
    hashOf(headers['cart-token']),
    randomUUID(),
    code,
    customer.email,
    JSON.stringify(customer),
  ];
  const [reservation] = await run('save', SAVE, values);
  if (!reservation) throw new Refusal(404);
  return { reservation };
}

/** The form that the browser posts to the bank, with the HMAC of its fields in the order in which they are sent. */
function signedForm(reference, amountMinor, email) {
  const fields = Object.entries({
    PBX_SITE: '1999888',
    PBX_RANG: '032',
    PBX_IDENTIFIANT: '2',
    PBX_TOTAL: String(amountMinor).padStart(3, '0'),
    PBX_DEVISE: '978',
    PBX_CMD: reference,
    PBX_PORTEUR: email,
    PBX_REPONDRE_A: `${own}/notification`,
    PBX_RETOUR: 'M:M;R:R;T:T;A:A;S:S;E:E;K:K',
    PBX_HASH: 'SHA512',
    PBX_TIME: new Date().toISOString(),
    PBX_SHOPPINGCART: '<shoppingcart><total><totalQuantity>2</totalQuantity></total></shoppingcart>',
    PBX_BILLING: '<Billing><Address><LastName>Durand</LastName></Address></Billing>',
    PBX_EFFECTUE: `${own}/return`,
  }).map(([name, value]) => ({ name, value }));
  const message = fields.map(({ name, value }) => `${name}=${value}`).join('&');
  const value = createHmac('sha512', hmacKey).update(message).digest('hex').toUpperCase();
  return [...fields, { name: 'PBX_HMAC', value }];
}

async function pay({ headers }) {
  const reference = randomBytes(12).toString('hex');
  const [payment] = await run('pay', PAY, [hashOf(headers['cart-token']), reference]);
  if (!payment) throw new Refusal(404);
  return { form: { action: FORM, fields: signedForm(reference, payment.amount_minor, payment.email) } };
}

/** Checks the bank's signature over the text exactly as received; a repeated notification changes nothing. */
async function settle({ query }) {
  const at = query.lastIndexOf('&K=');
  const signature = Buffer.from(decodeURIComponent(query.slice(at + 3)), 'base64');
  if (at < 0 || !verify('RSA-SHA1', Buffer.from(query.slice(0, at)), bankKey, signature))
    throw new Refusal(403);
  const fields = new URLSearchParams(query);
  if (fields.get('E') !== '00000' || !fields.get('A')) return undefined;
  await run('settle', SETTLE, [
    fields.get('R'),
    Number(fields.get('M')),
    fields.get('T'),
    fields.get('A'),
    randomUUID(),
    randomBytes(16).toString('hex'),
  ]);
  return undefined;
}

function actionOf(path) {
  if (path.endsWith('/holds')) return hold;
  if (path.endsWith('/cart/save')) return save;
  if (path.endsWith('/cart/pay')) return pay;
  return path === '/notification' ? settle : undefined;
}

serveJson(async (request) => {
  const act = actionOf(request.path);
  if (!act) return [404];
  try {
    return [200, await act(request)];
  } catch (error) {
    if (error instanceof Refusal) return [error.status];
    throw error;
  }
});
