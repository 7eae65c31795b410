import type { Tx } from '@coulisse/service-kit';
import type { SqlResult, Statement } from '@coulisse/service-kit/database';

/** A seat as a sale needs it. */
export interface SaleSeat {
  id: string;
  row: string;
  number: string;
  label: string;
  categoryId: string;
  categoryName: string;
  x: number;
  y: number;
}

interface SeatRow {
  id: string;
  row: string;
  number: string;
  label: string;
  category_id: string;
  category_name: string;
  x: number;
  y: number;
}
const seatOf = ({ category_id, category_name, ...seat }: SeatRow): SaleSeat => ({
  ...seat,
  categoryId: category_id,
  categoryName: category_name,
});

const SEATS = `
SELECT seat.id, seat.row, seat.number, seat.label, seat.category_id, c.name AS category_name, seat.x, seat.y
FROM performance_seat seat
JOIN seat_category c ON c.tenant_id = seat.tenant_id AND c.id = seat.category_id
WHERE seat.tenant_id = $1 AND seat.performance_id = $2`;

const BY_ID = `${SEATS} AND seat.id = ANY ($3::uuid[]) ORDER BY seat.path_order`;
const OF_CART = `${SEATS} AND seat.id IN (SELECT claim.seat_id FROM seat_claim claim
    WHERE claim.tenant_id = $1 AND claim.cart_id = $3 AND claim.state = 'HELD' AND claim.expires_at > now())
  ORDER BY seat.path_order`;

/** Reads those of the given seats that exist, in the order of the plan. */
export const seatsById = (tx: Tx, performanceId: string, ids: readonly string[]): Statement => ({
  name: 'seats-by-id',
  text: BY_ID,
  values: [tx.tenantId, performanceId, ids],
});
/** Reads the seats of a performance that a cart holds and whose time has not passed. */
export const seatsOfCart = (tx: Tx, performanceId: string, cartId: string): Statement => ({
  name: 'seats-of-cart',
  text: OF_CART,
  values: [tx.tenantId, performanceId, cartId],
});
/** The seats that one of the statements above has read. */
export const seatsFrom = (result: SqlResult<object> | undefined): SaleSeat[] =>
  ((result?.rows ?? []) as SeatRow[]).map(seatOf);

/** All seats of the given rows, to check whether seats are adjacent. */
export async function seatsAround(
  tx: Tx,
  performanceId: string,
  rows: readonly string[],
): Promise<SaleSeat[]> {
  const text = `${SEATS} AND seat.row = ANY ($3) ORDER BY seat.path_order`;
  const found = await tx.sql.named<SeatRow>('seats-of-rows', text, [tx.tenantId, performanceId, rows]);
  return found.rows.map(seatOf);
}
