import type { Tx } from '@coulisse/service-kit';
import type { SqlResult, Statement } from '@coulisse/service-kit/database';
import { v7 as newId } from 'uuid';
import { hashOf, HOLD_MINUTES, newSecret } from '../holds/hold.domain';
import type { FormulaBySeat } from '../checkout/pricing.domain';
import type { SaleChannel } from '../checkout/sale-channel';

export interface Cart {
  id: string;
  performanceId: string;
  formulaBySeat: FormulaBySeat;
  reservationId: string | null;
  /** Null before the first seat. */
  expiresAt: Date | null;
  /** By the database's clock. */
  expired: boolean;
  secondsLeft: number;
  extended: boolean;
  /** Key of the clock that runs for this performance; null before the first seat. */
  clock: string | null;
  /** Client network of the buyer when that clock started: an opaque digest, only good for comparison. */
  network: string;
  channel: SaleChannel;
  /** FAST when the system has chosen its seats. */
  mode: 'FAST' | 'CHOICE';
  /** It holds the seats that a waiting list offered. */
  isOffer: boolean;
  /** Seats of its group's drivers, among those that it holds. */
  driverSeats: string[];
}

interface CartRow {
  id: string;
  performance_id: string;
  formula_by_seat: FormulaBySeat;
  reservation_id: string | null;
  expires_at: Date | null;
  expired: boolean;
  seconds_left: number;
  extended: boolean;
  clock: string | null;
  network: string;
  channel: SaleChannel;
  mode: 'FAST' | 'CHOICE';
  is_offer: boolean;
  driver_seats: string[];
}

/** SQL of the key of a cart's clock. */
export const clockOf = (performanceId: string, cartId: string, startedAt: string) =>
  `${performanceId}::text || ':' || ${cartId}::text || ':' || (extract(epoch FROM ${startedAt}) * 1000)::bigint`;
/** SQL of the end of a cart that begins now. */
export const CART_END = `(now() + make_interval(mins => ${HOLD_MINUTES}))`;

const COLUMNS = `id, performance_id, formula_by_seat, reservation_id, expires_at, extended,
  coalesce(expires_at <= now(), true) AS expired,
  greatest(0, coalesce(ceil(extract(epoch FROM expires_at - now())), 0))::int AS seconds_left,
  ${clockOf('performance_id', 'id', 'started_at')} AS clock, network, channel, mode, offer_ends_at IS NOT NULL AS is_offer, driver_seats`;

const cartOf = (row: CartRow): Cart => ({
  id: row.id,
  performanceId: row.performance_id,
  formulaBySeat: row.formula_by_seat,
  reservationId: row.reservation_id,
  expiresAt: row.expires_at,
  expired: row.expired,
  secondsLeft: row.seconds_left,
  extended: row.extended,
  clock: row.clock,
  network: row.network,
  channel: row.channel,
  mode: row.mode,
  isOffer: row.is_offer,
  driverSeats: row.driver_seats,
});

/** The open cart of the token whose hash is $2. */
export const OPEN_CART = 'tenant_id = $1 AND token_hash = $2 AND NOT closed';
const LOCK_CART = `SELECT ${COLUMNS} FROM cart WHERE ${OPEN_CART} FOR UPDATE`;

/**
 * The open cart of a token, locked, and in the same message what `further` reads of it: those statements have the values of
 * `OPEN_CART`, and see what the lock has waited for.
 */
export async function openCartWith(
  tx: Tx,
  token: string | null,
  further: (values: readonly unknown[]) => readonly Statement[],
): Promise<{ cart: Cart | null; results: SqlResult<Record<string, unknown>>[] }> {
  if (!token) return { cart: null, results: [] };
  const values = [tx.tenantId, hashOf(token)];
  const [found, ...results] = await tx.sql.batch([
    { name: 'lock-cart', text: LOCK_CART, values },
    ...further(values),
  ]);
  const row = found?.rows[0] as CartRow | undefined;
  return { cart: row ? cartOf(row) : null, results };
}

/** The open cart of a token. Its row lock serializes calls for one cart; carts come first in every lock order. */
export async function openCart(
  tx: Tx,
  token: string | null,
  lock: 'lock' | 'read' = 'lock',
): Promise<Cart | null> {
  if (!token) return null;
  const { rows } = await tx.sql.named<CartRow>(
    `${lock}-cart`,
    lock === 'lock' ? LOCK_CART : `SELECT ${COLUMNS} FROM cart WHERE ${OPEN_CART}`,
    [tx.tenantId, hashOf(token)],
  );
  return rows[0] ? cartOf(rows[0]) : null;
}

const CREATE = `INSERT INTO cart (id, tenant_id, performance_id, token_hash) VALUES (uuidv7(), $1, $2, $3)
  ON CONFLICT (tenant_id, token_hash) WHERE NOT closed DO NOTHING`;

async function isKnown(tx: Tx, token: string): Promise<boolean> {
  const { rowCount } = await tx.sql.query(
    'SELECT 1 FROM cart WHERE tenant_id = $1 AND token_hash = $2 LIMIT 1',
    [tx.tenantId, hashOf(token)],
  );
  return rowCount > 0;
}

/**
 * A cart for the owner of `token`, or for a new owner with a new token when the token is unknown: only tokens that this
 * service generated are accepted.
 */
export async function createCart(
  tx: Tx,
  token: string,
  performanceId: string,
): Promise<{ cart: Cart; newToken: string | null }> {
  const owner = (await isKnown(tx, token)) ? token : newSecret();
  tx.defer({ text: CREATE, values: [tx.tenantId, performanceId, hashOf(owner)] });
  const cart = await openCart(tx, owner);
  if (!cart) throw new Error('the cart that was just opened is not there');
  return { cart, newToken: owner === token ? null : owner };
}

/**
 * Points the cart at a performance and starts its clock with the first seat when none runs. A clock runs from the first
 * seat to its end: changing or releasing seats never gives it more time. Moving to another performance leaves the draft
 * reservation behind.
 */
export async function startTime(
  tx: Tx,
  cartId: string,
  performanceId: string,
  formulaBySeat: FormulaBySeat,
  network: string,
  hasSeats: boolean,
): Promise<Cart> {
  const { rows } = await tx.sql.named<CartRow>(
    'start-cart-time',
    `UPDATE cart SET
       reservation_id = CASE WHEN performance_id = $3 THEN reservation_id END,
       performance_id = $3,
       formula_by_seat = $4,
       mode = 'CHOICE',
       extended = extended AND (expires_at > now() OR NOT $7),
       started_at = CASE WHEN expires_at > now() OR NOT $7 THEN coalesce(started_at, now()) ELSE now() END,
       network = CASE WHEN expires_at > now() OR NOT $7 THEN network ELSE $6 END,
       expires_at = CASE WHEN expires_at > now() OR NOT $7 THEN expires_at ELSE now() + make_interval(mins => $5) END
     WHERE tenant_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [tx.tenantId, cartId, performanceId, JSON.stringify(formulaBySeat), HOLD_MINUTES, network, hasSeats],
  );
  if (!rows[0]) throw new Error(`cart ${cartId} is gone`);
  return cartOf(rows[0]);
}

const START = `INSERT INTO cart (id, tenant_id, performance_id, token_hash, formula_by_seat, network, channel, started_at, expires_at)
  VALUES ($7, $1, $2, $3, $4, $5, $6, now(), ${CART_END}) RETURNING ${COLUMNS}`;

/**
 * The cart of a new buyer, whose clock starts with its first seats (`createCart` and `startTime` in one statement), and in the
 * same message what `further` does with it.
 */
export async function startCartWith(
  tx: Tx,
  performanceId: string,
  formulaBySeat: FormulaBySeat,
  { network, channel }: Pick<Cart, 'network' | 'channel'>,
  further: (cartId: string) => Statement,
): Promise<{ cart: Cart; newToken: string; result: SqlResult<Record<string, unknown>> | undefined }> {
  const newToken = newSecret();
  const id = newId();
  const values = [tx.tenantId, performanceId, hashOf(newToken), JSON.stringify(formulaBySeat)];
  const [started, result] = await tx.sql.batch([
    { name: 'start-cart', text: START, values: [...values, network, channel, id] },
    further(id),
  ]);
  return { cart: cartOf(started!.rows[0] as unknown as CartRow), newToken, result };
}

const NAME_DRIVERS = 'UPDATE cart SET driver_seats = $3 WHERE tenant_id = $1 AND id = $2';

/** Notes which of the seats of a cart are its drivers', if they are others than before. */
export function nameDrivers(
  tx: Tx,
  cartId: string,
  before: readonly string[],
  seats: readonly string[],
): void {
  if (seats.join() === before.join()) return;
  tx.defer({ text: NAME_DRIVERS, values: [tx.tenantId, cartId, seats] });
}

/** The cart's time in API responses; empty when no seat is held. */
export const timeOf = (cart: Cart, held: number) =>
  held === 0
    ? { expiresAt: null, secondsLeft: 0, extendable: false }
    : {
        expiresAt: cart.expiresAt?.toISOString() ?? null,
        secondsLeft: cart.secondsLeft,
        extendable: !cart.extended && !cart.expired,
      };

/** Extends the cart and its seats once, to the same new end. Returns null when already extended or expired. */
export async function extendTime(tx: Tx, cartId: string): Promise<Cart | null> {
  const { rows } = await tx.sql.query<CartRow>(
    `UPDATE cart SET extended = true, expires_at = expires_at + make_interval(mins => $3)
     WHERE tenant_id = $1 AND id = $2 AND NOT extended AND expires_at > now() RETURNING ${COLUMNS}`,
    [tx.tenantId, cartId, HOLD_MINUTES],
  );
  const row = rows[0];
  if (!row) return null;
  await tx.sql.query(
    `WITH mine AS (
       SELECT performance_id, seat_id FROM seat_claim
       WHERE tenant_id = $1 AND cart_id = $2 AND state = 'HELD' ORDER BY seat_id FOR UPDATE)
     UPDATE seat_claim claim SET expires_at = $3 FROM mine
     WHERE claim.tenant_id = $1 AND claim.performance_id = mine.performance_id AND claim.seat_id = mine.seat_id`,
    [tx.tenantId, cartId, row.expires_at],
  );
  // Seats come before the row of the network in every lock order.
  await tx.sql.query(
    `UPDATE network_hold SET ends_at = ends_at + make_interval(mins => $4),
       holds = jsonb_set(holds, ARRAY[$3::text, '1'], to_jsonb((holds -> $3::text ->> 1)::numeric + 60 * $4))
     WHERE tenant_id = $1 AND network = $2 AND holds ? $3::text`,
    [tx.tenantId, row.network, row.clock, HOLD_MINUTES],
  );
  return cartOf(row);
}
