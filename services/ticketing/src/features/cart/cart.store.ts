import type { Tx } from '@coulisse/service-kit';
import { hashOf, HOLD_MINUTES, newSecret } from '../holds/hold.domain';
import type { FormulaBySeat } from '../checkout/pricing.domain';

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
}

const COLUMNS = `id, performance_id, formula_by_seat, reservation_id, expires_at, extended,
  coalesce(expires_at <= now(), true) AS expired,
  greatest(0, coalesce(ceil(extract(epoch FROM expires_at - now())), 0))::int AS seconds_left`;

const cartOf = (row: CartRow): Cart => ({
  id: row.id,
  performanceId: row.performance_id,
  formulaBySeat: row.formula_by_seat,
  reservationId: row.reservation_id,
  expiresAt: row.expires_at,
  expired: row.expired,
  secondsLeft: row.seconds_left,
  extended: row.extended,
});

/** The open cart of a token. Locked, it is what calls for the same cart queue on: carts come first in every lock order. */
export async function openCart(
  tx: Tx,
  token: string | null,
  lock: 'lock' | 'read' = 'lock',
): Promise<Cart | null> {
  if (!token) return null;
  const { rows } = await tx.sql.named<CartRow>(
    `${lock}-cart`,
    `SELECT ${COLUMNS} FROM cart WHERE tenant_id = $1 AND token_hash = $2 AND NOT closed ${lock === 'lock' ? 'FOR UPDATE' : ''}`,
    [tx.tenantId, hashOf(token)],
  );
  return rows[0] ? cartOf(rows[0]) : null;
}

async function isKnown(tx: Tx, token: string): Promise<boolean> {
  const { rowCount } = await tx.sql.query(
    'SELECT 1 FROM cart WHERE tenant_id = $1 AND token_hash = $2 LIMIT 1',
    [tx.tenantId, hashOf(token)],
  );
  return rowCount > 0;
}

/**
 * A cart for the owner of `token`; a new owner, and so a new token, when nobody here knows it:
 * a token is only ever one that this service made up.
 */
export async function createCart(
  tx: Tx,
  token: string | null,
  performanceId: string,
): Promise<{ cart: Cart; newToken: string | null }> {
  const owner = token && (await isKnown(tx, token)) ? token : newSecret();
  await tx.sql.query(
    `INSERT INTO cart (id, tenant_id, performance_id, token_hash) VALUES (uuidv7(), $1, $2, $3)
     ON CONFLICT (tenant_id, token_hash) WHERE NOT closed DO NOTHING`,
    [tx.tenantId, performanceId, hashOf(owner)],
  );
  const cart = await openCart(tx, owner);
  if (!cart) throw new Error('the cart that was just opened is not there');
  return { cart, newToken: owner === token ? null : owner };
}

/**
 * Points the cart at a performance and starts its time when it has none left. Time that runs goes on:
 * choosing other seats must not keep them for ever. Moving to another performance leaves a draft reservation behind.
 */
export async function startTime(
  tx: Tx,
  cartId: string,
  performanceId: string,
  formulaBySeat: FormulaBySeat,
): Promise<Cart> {
  const { rows } = await tx.sql.named<CartRow>(
    'start-cart-time',
    `UPDATE cart SET
       reservation_id = CASE WHEN performance_id = $3 THEN reservation_id END,
       performance_id = $3,
       formula_by_seat = $4,
       extended = extended AND expires_at > now(),
       expires_at = CASE WHEN expires_at > now() THEN expires_at ELSE now() + make_interval(mins => $5) END
     WHERE tenant_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [tx.tenantId, cartId, performanceId, JSON.stringify(formulaBySeat), HOLD_MINUTES],
  );
  if (!rows[0]) throw new Error(`cart ${cartId} is gone`);
  return cartOf(rows[0]);
}

/** A cart without seats has no time running. */
export async function stopTime(tx: Tx, cartId: string): Promise<void> {
  await tx.sql.query('UPDATE cart SET expires_at = NULL, extended = false WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    cartId,
  ]);
}

/** The one extension: seats and cart get the same new end. Answers nothing when it is used up or too late. */
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
  return cartOf(row);
}
