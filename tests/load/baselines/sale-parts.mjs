// What both bare peers of a sale share: the statements of a hold and of a draft, the bank's signed form and notification.
import { createHash, createHmac, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';

const { DATABASE_URL, SCHEMA, SHOP_URL, BANK_URL, BANK_HMAC_KEY, BANK_PUBLIC_KEY_FILE } = process.env;
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

export const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 16,
  options: `-c search_path=${SCHEMA}`,
});
export const run = async (name, text, values) => (await pool.query({ name, text, values })).rows;
export const hashOf = (token) => createHash('sha256').update(token).digest();

export class Refusal extends Error {
  constructor(status) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

export async function hold({ body }) {
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

export async function save({ body: { customer }, headers }) {
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
  const hmacKey = Buffer.from(BANK_HMAC_KEY, 'hex');
  const fields = Object.entries({
    PBX_SITE: '1999888',
    PBX_RANG: '032',
    PBX_IDENTIFIANT: '2',
    PBX_TOTAL: String(amountMinor).padStart(3, '0'),
    PBX_DEVISE: '978',
    PBX_CMD: reference,
    PBX_PORTEUR: email,
    PBX_REPONDRE_A: `${SHOP_URL}/notification`,
    PBX_RETOUR: 'M:M;R:R;T:T;A:A;S:S;E:E;K:K',
    PBX_HASH: 'SHA512',
    PBX_TIME: new Date().toISOString(),
    PBX_SHOPPINGCART: '<shoppingcart><total><totalQuantity>2</totalQuantity></total></shoppingcart>',
    PBX_BILLING: '<Billing><Address><LastName>Durand</LastName></Address></Billing>',
    PBX_EFFECTUE: `${SHOP_URL}/return`,
  }).map(([name, value]) => ({ name, value }));
  const message = fields.map(({ name, value }) => `${name}=${value}`).join('&');
  const value = createHmac('sha512', hmacKey).update(message).digest('hex').toUpperCase();
  return [...fields, { name: 'PBX_HMAC', value }];
}

/** What the browser is sent to the bank with. @param {string} reference @param {number} amountMinor @param {string} email */
export const formOf = (reference, amountMinor, email) => ({
  form: { action: FORM, fields: signedForm(reference, amountMinor, email) },
});

let bankKey;
/**
 * Checks the bank's signature over the text exactly as received.
 * @param {string} query @returns {URLSearchParams | undefined} the fields of an accepted payment
 */
export function acceptedPayment(query) {
  bankKey ??= createPublicKey(readFileSync(BANK_PUBLIC_KEY_FILE));
  const at = query.lastIndexOf('&K=');
  const signature = Buffer.from(decodeURIComponent(query.slice(at + 3)), 'base64');
  if (at < 0 || !verify('RSA-SHA1', Buffer.from(query.slice(0, at)), bankKey, signature))
    throw new Refusal(403);
  const fields = new URLSearchParams(query);
  return fields.get('E') === '00000' && fields.get('A') ? fields : undefined;
}

/** Answers by the action of a path; a refusal with its status. @param {(path: string) => ((request: any) => Promise<unknown>) | undefined} actionOf */
export const answering = (actionOf) => async (request) => {
  const act = actionOf(request.path);
  if (!act) return [404];
  try {
    return [200, await act(request)];
  } catch (error) {
    if (error instanceof Refusal) return [error.status];
    throw error;
  }
};
