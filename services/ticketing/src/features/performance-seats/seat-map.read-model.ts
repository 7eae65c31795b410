import { planFrame } from '@coulisse/seat-plan';
import type { Tx } from '@coulisse/service-kit';

export type SeatMapState = 'FREE' | 'HELD' | 'SOLD' | 'BLOCKED' | 'MINE';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface SeatMap {
  performanceId: string;
  version: number;
  x: number;
  y: number;
  width: number;
  height: number;
  stage: Box;
  categories: { id: string; name: string; color: string; fromPriceMinor: number | null }[];
  seats: SeatOnMap[];
}
export interface SeatOnMap {
  id: string;
  row: string;
  number: string;
  categoryId: string;
  x: number;
  y: number;
  rotation: number;
  isPmr: boolean;
  state: SeatMapState;
  /** Staff plans only. */
  reservationId?: string;
}

interface SeatRow {
  id: string;
  row: string;
  number: string;
  category_id: string;
  x: number;
  y: number;
  rotation: number;
  is_pmr: boolean;
  state: SeatMapState;
  reservation_id: string | null;
}

/** A claim counts while it is sold or not expired; $3 is the caller's cart. */
const SEATS = `
SELECT seat.id, seat.row, seat.number, seat.category_id, seat.x, seat.y, seat.rotation, seat.is_pmr, claim.reservation_id,
       CASE WHEN claim.state = 'SOLD' THEN 'SOLD' WHEN claim.cart_id = $3::uuid THEN 'MINE' WHEN claim.state = 'HELD' THEN 'HELD'
            WHEN seat.is_blocked THEN 'BLOCKED' ELSE 'FREE' END AS state
FROM performance_seat seat
LEFT JOIN seat_claim claim ON claim.tenant_id = seat.tenant_id AND claim.performance_id = seat.performance_id
  AND claim.seat_id = seat.id AND (claim.state = 'SOLD' OR claim.expires_at > now())
WHERE seat.tenant_id = $1 AND seat.performance_id = $2
ORDER BY seat.path_order`;

const CATEGORIES = `
SELECT c.id, c.name, c.color, min(f.ticket_price_ttc * 100)::int AS "fromPriceMinor"
FROM seat_category c
LEFT JOIN performance p ON p.tenant_id = c.tenant_id AND p.id = $2
LEFT JOIN formula f ON f.tenant_id = c.tenant_id AND f.category_id = c.id AND f.id = ANY (p.formulas) AND f.is_visible_to_public AND NOT f.archived
WHERE c.tenant_id = $1 AND c.id IN (SELECT category_id FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2)
GROUP BY c.id, c.name, c.color, c.position ORDER BY c.position, c.name`;

/** The plan of a performance as one caller sees it; null when there is no such performance. */
export async function seatMap(
  tx: Tx,
  performanceId: string,
  viewer: { cartId: string | null; staff: boolean },
): Promise<SeatMap | null> {
  const found = await tx.sql.named<{ version: number }>(
    'seat-map-version',
    'SELECT version FROM performance WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, performanceId],
  );
  const performance = found.rows[0];
  if (!performance) return null;
  const { rows } = await tx.sql.named<SeatRow>('seat-map', SEATS, [
    tx.tenantId,
    performanceId,
    viewer.cartId,
  ]);
  const categories = await tx.sql.named<SeatMap['categories'][number]>('seat-map-categories', CATEGORIES, [
    tx.tenantId,
    performanceId,
  ]);
  const seats = rows.map(({ category_id, is_pmr, reservation_id, ...row }): SeatOnMap => ({
    ...row,
    categoryId: category_id,
    isPmr: is_pmr,
    ...(viewer.staff && reservation_id ? { reservationId: reservation_id } : {}),
  }));
  return {
    performanceId,
    version: performance.version,
    ...planFrame(seats),
    categories: categories.rows,
    seats,
  };
}
