import type { Tx } from '@coulisse/service-kit';
import { takeSeats } from '../holds/claim-seats.command';
import { HOLD_MINUTES } from '../holds/hold.domain';

/** Longer than any hold that a buyer gets by choosing seats: only a payment in doubt gives more. */
const LONGEST_USUAL_MINUTES = 2 * HOLD_MINUTES;
/** Upper limit, whatever payments requests. */
const MOST_MINUTES = 120;

/**
 * Holds the seats of a payment in doubt until the bank answers, at most two hours. Seats that have just expired and are
 * still free are included. The caller has locked the sale.
 */
export async function holdSeatsInDoubt(
  tx: Tx,
  sale: { cart_id: string; performance_id: string; items: readonly { readonly seatId: string }[] },
  until: Date,
): Promise<void> {
  const { rows } = await tx.sql.query<{ expires_at: Date }>(
    `UPDATE cart SET expires_at = greatest(expires_at, least($3::timestamptz, now() + make_interval(mins => $4)))
     WHERE tenant_id = $1 AND id = $2 AND NOT closed RETURNING expires_at`,
    [tx.tenantId, sale.cart_id, until, MOST_MINUTES],
  );
  const [cart] = rows;
  if (!cart) return;
  const owner = { performanceId: sale.performance_id, cartId: sale.cart_id };
  await takeSeats(
    tx,
    owner,
    sale.items.map(({ seatId }) => seatId),
    [],
    cart.expires_at,
  );
}

const HELD = `UPDATE seat_claim claim SET expires_at = cart.expires_at FROM cart
  WHERE claim.tenant_id = $1 AND claim.cart_id = $2 AND claim.state = 'HELD' AND cart.tenant_id = $1 AND cart.id = $2
    AND claim.expires_at > cart.expires_at`;

/**
 * The doubt ended without a sale: the seats are held for the usual time, as for any buyer who may retry; those of an offer for
 * as long as it was made.
 */
export async function shortenHold(tx: Tx, cartId: string): Promise<void> {
  const { rowCount } = await tx.sql.query(
    `UPDATE cart SET expires_at = greatest(now() + make_interval(mins => $3), offer_ends_at)
     WHERE tenant_id = $1 AND id = $2 AND NOT closed AND expires_at > now() + make_interval(mins => $4)`,
    [tx.tenantId, cartId, HOLD_MINUTES, LONGEST_USUAL_MINUTES],
  );
  if (rowCount > 0) await tx.sql.query(HELD, [tx.tenantId, cartId]);
}

/**
 * Releases the seats of a payment that expired unpaid, unless they are on offer for longer. The next round of expired holds announces them to open plans.
 */
export async function freeExpired(tx: Tx, cartId: string): Promise<void> {
  const { rowCount } = await tx.sql.query(
    `UPDATE cart SET expires_at = greatest(now(), offer_ends_at)
     WHERE tenant_id = $1 AND id = $2 AND NOT closed AND expires_at > now()`,
    [tx.tenantId, cartId],
  );
  if (rowCount > 0) await tx.sql.query(HELD, [tx.tenantId, cartId]);
}
