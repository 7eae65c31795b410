import { hashOf } from '../holds/hold.domain';
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
  /** The table at which it stands; null in a row. */
  tableId: string | null;
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
  table_id: string | null;
}
const seatOf = ({ category_id, category_name, table_id, ...seat }: SeatRow): SaleSeat => ({
  ...seat,
  tableId: table_id,
  categoryId: category_id,
  categoryName: category_name,
});

const COLUMNS =
  'seat.id, seat.row, seat.number, seat.label, seat.category_id, c.name AS category_name, seat.x, seat.y, seat.table_id';
const FROM_SEATS = `FROM performance_seat seat
JOIN seat_category c ON c.tenant_id = seat.tenant_id AND c.id = seat.category_id
WHERE seat.tenant_id = $1 AND seat.performance_id = $2`;
/**
 * Seats whose ids are known. `IS NOT DISTINCT FROM` cannot use an index: with `=`, PostgreSQL may take the index of the
 * performance and read all of its seats, because its statistics know little of a performance that has just been made.
 */
const FROM_KNOWN_SEATS = `FROM performance_seat seat
JOIN seat_category c ON c.tenant_id = seat.tenant_id AND c.id = seat.category_id
WHERE seat.tenant_id = $1 AND seat.performance_id IS NOT DISTINCT FROM $2`;

/**
 * Taken as the statement that takes seats sees it, by the open cart whose token has the digest $4. The list of seats and a
 * missing token are written so that a plan made for their values is no better than one for any: PostgreSQL would make one
 * for each hold, which takes longer than to run it.
 */
const BY_ID = `SELECT ${COLUMNS}, seat.is_blocked OR EXISTS (
    SELECT 1 FROM seat_claim claim
    WHERE claim.tenant_id = $1 AND claim.performance_id = $2 AND claim.seat_id = seat.id
      AND (claim.state = 'SOLD' OR claim.expires_at > now() AND claim.cart_id IS DISTINCT FROM (
        SELECT id FROM cart WHERE cart.tenant_id = $1 AND cart.token_hash = coalesce($4::bytea, '') AND NOT cart.closed))
  ) AS "isTaken" ${FROM_KNOWN_SEATS} AND seat.id = ANY (ARRAY(SELECT unnest($3::uuid[]))) ORDER BY seat.path_order`;
/** `<> 'SOLD'` for the same reason: with `= 'HELD'`, PostgreSQL may read all that is held instead of the cart's. */
const OF_CART = `SELECT ${COLUMNS} ${FROM_KNOWN_SEATS} AND seat.id = ANY (ARRAY(SELECT claim.seat_id FROM seat_claim claim
    WHERE claim.tenant_id = $1 AND claim.cart_id = $3 AND claim.state <> 'SOLD' AND claim.expires_at > now()))
  ORDER BY seat.path_order`;

/** What cart $3 holds, and those of the seats $5 that cart $4 holds. */
const OF_CARTS = `SELECT ${COLUMNS} ${FROM_KNOWN_SEATS} AND seat.id = ANY (ARRAY(SELECT claim.seat_id FROM seat_claim claim
    WHERE claim.tenant_id = $1 AND (claim.cart_id = $3 OR claim.cart_id = $4 AND claim.seat_id = ANY ($5::uuid[]))
      AND claim.performance_id = $2 AND claim.state <> 'SOLD' AND claim.expires_at > now()))
  ORDER BY seat.path_order`;

/** A seat that a buyer wants. */
export interface WantedSeat extends SaleSeat {
  /** Blocked, sold, or held by another cart. */
  isTaken: boolean;
}

/** Reads those of the wanted seats that exist, in the order of the plan. */
export const wantedSeats = (
  tx: Tx,
  performanceId: string,
  ids: readonly string[],
  token: string | null,
): Statement => ({
  name: 'wanted-seats',
  text: BY_ID,
  values: [tx.tenantId, performanceId, ids, token && hashOf(token)],
});
export const wantedSeatsFrom = (result: SqlResult<object> | undefined): WantedSeat[] =>
  ((result?.rows ?? []) as (SeatRow & { isTaken: boolean })[]).map(({ isTaken, ...row }) => ({
    ...seatOf(row),
    isTaken,
  }));
/** Who has a seat: the same as above, for the buyers of several carts. */
const WITH_CLAIM = `SELECT ${COLUMNS}, seat.is_blocked AS "isBlocked", (
    SELECT CASE claim.state WHEN 'SOLD' THEN 'SOLD' ELSE claim.cart_id::text END FROM seat_claim claim
    WHERE claim.tenant_id = $1 AND claim.performance_id = $2 AND claim.seat_id = seat.id
      AND (claim.state = 'SOLD' OR claim.expires_at > now())
  ) AS claim ${FROM_KNOWN_SEATS} AND seat.id = ANY (ARRAY(SELECT unnest($3::uuid[]))) ORDER BY seat.path_order`;

/** A seat and who has it. */
export interface ClaimedSeat extends SaleSeat {
  isBlocked: boolean;
  isSold: boolean;
  /** The cart that holds it. */
  holder: string | null;
}
/** Reads those of the seats that exist, in the order of the plan. */
export const claimedSeats = (tenantId: string, performanceId: string, ids: readonly string[]): Statement => ({
  name: 'claimed-seats',
  text: WITH_CLAIM,
  values: [tenantId, performanceId, ids],
});
export const claimedSeatsFrom = (result: SqlResult<object> | undefined): ClaimedSeat[] =>
  ((result?.rows ?? []) as (SeatRow & { isBlocked: boolean; claim: string | null })[]).map(
    ({ isBlocked, claim, ...row }) => ({
      ...seatOf(row),
      isBlocked,
      isSold: claim === 'SOLD',
      holder: claim === 'SOLD' ? null : claim,
    }),
  );

/** Reads the seats of a performance that a cart holds and whose time has not passed. */
export const seatsOfCart = (tx: Tx, performanceId: string, cartId: string): Statement => ({
  name: 'seats-of-cart',
  text: OF_CART,
  values: [tx.tenantId, performanceId, cartId],
});
/** Reads what a cart holds beside those seats of another one that stay. */
export const seatsOfCarts = (
  tx: Tx,
  performanceId: string,
  cartId: string | null,
  staying: { cartId: string; seats: readonly string[] },
): Statement => ({
  name: 'seats-of-carts',
  text: OF_CARTS,
  values: [tx.tenantId, performanceId, cartId, staying.cartId, staying.seats],
});
/** The seats that this statement has read. */
export const seatsFrom = (result: SqlResult<object> | undefined): SaleSeat[] =>
  ((result?.rows ?? []) as SeatRow[]).map(seatOf);

/** All seats of the given rows, to check whether seats are adjacent. */
export async function seatsAround(
  tx: Tx,
  performanceId: string,
  rows: readonly string[],
): Promise<SaleSeat[]> {
  const text = `SELECT ${COLUMNS} ${FROM_SEATS} AND seat.row = ANY ($3) ORDER BY seat.path_order`;
  const found = await tx.sql.named<SeatRow>('seats-of-rows', text, [tx.tenantId, performanceId, rows]);
  return found.rows.map(seatOf);
}
