import { NotTogether, type Tx } from '@coulisse/service-kit';

/** A list that a subquery reads has no length for the planner, which would plan again for each. */
const CARTS = `SELECT 1 FROM cart WHERE tenant_id = $1
  AND id IN (SELECT cart_id FROM sale_process WHERE tenant_id = $1 AND reservation_id = ANY ((SELECT $2::uuid[])::uuid[])) ORDER BY id FOR UPDATE`;
const RESERVATIONS = `SELECT 1 FROM reservation WHERE tenant_id = $1 AND id = ANY ((SELECT $2::uuid[])::uuid[]) ORDER BY id FOR UPDATE`;
const SEATS = `SELECT item.reservation_id AS "reservationId", claim.state = 'HELD' AND claim.cart_id = sale.cart_id AS "isOwn"
  FROM sale_process sale
  JOIN reservation_item item ON item.tenant_id = $1 AND item.reservation_id = sale.reservation_id AND item.canceled_at IS NULL
  JOIN seat_claim claim ON claim.tenant_id = $1 AND claim.performance_id = item.performance_id AND claim.seat_id = item.seat_id
  WHERE sale.tenant_id = $1 AND sale.reservation_id = ANY ((SELECT $2::uuid[])::uuid[]) AND claim.state <> 'SOLD'
  ORDER BY claim.seat_id FOR UPDATE OF claim`;
const PLACES = `SELECT item.reservation_id AS "reservationId", count(*)::int AS places FROM reservation_item item
  WHERE item.tenant_id = $1 AND item.reservation_id = ANY ((SELECT $2::uuid[])::uuid[]) AND item.canceled_at IS NULL GROUP BY 1`;

const PROCESSES = `SELECT 1 FROM sale_process WHERE tenant_id = $1 AND reservation_id = ANY ((SELECT $2::uuid[])::uuid[])
  ORDER BY reservation_id FOR UPDATE`;

/**
 * Locks what the steps of several sales are recorded in, in the order of the reservations: documents, mails and third parties
 * come in orders of their own. With `reservations`, those before them, as the settlement of a payment does.
 */
export async function lockSteps(
  tx: Tx,
  ids: readonly string[],
  { reservations }: { reservations: boolean },
): Promise<void> {
  const values = [tx.tenantId, ids];
  await tx.sql.batch([
    ...(reservations ? [{ name: 'lock-reservations', text: RESERVATIONS, values }] : []),
    { name: 'lock-steps-of-sales', text: PROCESSES, values },
  ]);
}

/** Sales whose locks a transaction has taken together. */
const lockedSales = new WeakMap<Tx, ReadonlySet<string>>();

/**
 * Locks what several sales lock, in the order of every writer: all carts, then all reservations, then all seats, each by
 * their ids. The row in which the holds of a network are counted comes after them, so that a buyer who changes the seats of
 * one of these carts waits for this transaction before anything is his. A seat that its cart does not hold any more may be
 * another buyer's in the same moment: such a sale is settled by itself.
 */
export async function lockSales(tx: Tx, paid: readonly string[], others: readonly string[]): Promise<void> {
  const all = [tx.tenantId, [...paid, ...others]];
  const [, , seats, places] = await tx.sql.batch([
    { name: 'lock-carts-of-sales', text: CARTS, values: all },
    { name: 'lock-reservations', text: RESERVATIONS, values: all },
    { name: 'lock-seats-of-sales', text: SEATS, values: all },
    { name: 'places-of-sales', text: PLACES, values: [tx.tenantId, paid] },
  ]);
  const own = new Map<string, number>();
  for (const { reservationId, isOwn } of (seats?.rows ?? []) as { reservationId: string; isOwn: boolean }[])
    if (isOwn) own.set(reservationId, (own.get(reservationId) ?? 0) + 1);
  for (const { reservationId, places: count } of (places?.rows ?? []) as {
    reservationId: string;
    places: number;
  }[])
    if (own.get(reservationId) !== count)
      throw new NotTogether(`reservation ${reservationId} does not hold its seats`);
  lockedSales.set(tx, new Set([...paid, ...others]));
}

/** Whether the transaction has locked the cart, the reservation and the seats of a sale. */
export const isSaleLocked = (tx: Tx, reservationId: string): boolean =>
  lockedSales.get(tx)?.has(reservationId) ?? false;
