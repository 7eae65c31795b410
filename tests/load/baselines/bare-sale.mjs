// The least that can sell the same seats: node:http, a pool, one prepared statement for each call, written by hand. The same
// requests, the same bank with its signed form and its signed notification, tickets numbered without gaps. No tenant, right,
// row security, limit, history, event, idempotency, print or mail.
import { randomBytes, randomUUID } from 'node:crypto';
import { serveJson } from './json-server.mjs';
import { acceptedPayment, answering, formOf, hashOf, hold, Refusal, run, save } from './sale-parts.mjs';

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

async function pay({ headers }) {
  const reference = randomBytes(12).toString('hex');
  const [payment] = await run('pay', PAY, [hashOf(headers['cart-token']), reference]);
  if (!payment) throw new Refusal(404);
  return formOf(reference, payment.amount_minor, payment.email);
}

/** A repeated notification changes nothing. */
async function settle({ query }) {
  const fields = acceptedPayment(query);
  if (!fields) return undefined;
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

serveJson(answering(actionOf));
