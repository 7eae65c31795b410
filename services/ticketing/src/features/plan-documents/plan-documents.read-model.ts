import type { PlanScene } from '@coulisse/seat-plan';
import { Problem, type Tx } from '@coulisse/service-kit';
import type {
  DocumentParty,
  DocumentPerformance,
  DocumentSeat,
  PerformanceDocument,
} from './plan-documents.types';

const PERFORMANCE = `SELECT s.name AS show, room.name AS room, coalesce(t.name, '') AS organiser, to_char(p.date, 'YYYY-MM-DD') AS date,
    p.meal_times AS "mealTimes", p.show_times AS "showTimes"
  FROM performance p JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
  JOIN room ON room.tenant_id = p.tenant_id AND room.id = p.room_id
  LEFT JOIN tenant_profile t ON t.tenant_id = p.tenant_id
  WHERE p.tenant_id = $1 AND p.id = $2`;

/** What was paid for reservation r, by money and by vouchers. */
const PAID = `(SELECT coalesce(sum(p.amount_minor - p.to_refund_minor - p.refunded_minor), 0)::int FROM reservation_payment p
    WHERE p.tenant_id = r.tenant_id AND p.reservation_id = r.id AND p.state = 'ACCEPTED')
  - (SELECT coalesce(sum(e.amount_minor), 0)::int FROM gift_voucher_entry e WHERE e.tenant_id = r.tenant_id AND e.reservation_id = r.id)`;

const PARTIES = `SELECT r.code, r.state::text AS state, r.customer_name AS "customerName",
    coalesce(nullif(r.customer_fields ->> 'lastName', ''), r.customer_name) AS "shortName",
    coalesce(r.customer_fields ->> 'telephone', '') AS telephone, coalesce(r.customer_email, '') AS email,
    coalesce(r.comment, '') AS comment, (r.total_ttc * 100)::int AS "totalMinor",
    greatest(0, (r.total_ttc * 100)::int - (${PAID})) AS "dueMinor", r.number_of_places AS "numberOfPlaces",
    (SELECT coalesce(json_agg(json_build_object('seatId', i.seat_id, 'label', coalesce(seat.label, ''), 'tableId', seat.table_id,
       'table', CASE WHEN seat.table_id IS NULL THEN '' ELSE seat."row" END, 'formula', i.formula_name) ORDER BY i.position), '[]')
     FROM reservation_item i LEFT JOIN performance_seat seat ON seat.tenant_id = i.tenant_id
       AND seat.performance_id = i.performance_id AND seat.id = i.seat_id
     WHERE i.tenant_id = r.tenant_id AND i.reservation_id = r.id AND i.canceled_at IS NULL) AS places,
    (SELECT coalesce(json_agg(json_build_object('name', o.name, 'formula', o.formula_name, 'quantity', o.quantity, 'detail', o.detail,
       'forPmr', o.for_pmr, 'inGiftBag', o.in_gift_bag) ORDER BY o.position, o.id), '[]')
     FROM reservation_option o WHERE o.tenant_id = r.tenant_id AND o.reservation_id = r.id AND o.canceled_at IS NULL) AS options
  FROM reservation r
  WHERE r.tenant_id = $1 AND r.performance_id = $2 AND r.state IN ('VALIDATED', 'PRE_RESERVATION')
  ORDER BY lower(coalesce(nullif(r.customer_fields ->> 'lastName', ''), r.customer_name)), lower(r.customer_name), r.code`;

const SEATS = `SELECT seat.id, seat."row", seat.number, seat.x::float8 AS x, seat.y::float8 AS y, c.color, seat.is_blocked AS "isBlocked"
  FROM performance_seat seat JOIN seat_category c ON c.tenant_id = seat.tenant_id AND c.id = seat.category_id
  WHERE seat.tenant_id = $1 AND seat.performance_id = $2 ORDER BY seat.path_order`;
const SCENE = 'SELECT scene FROM performance_plan WHERE tenant_id = $1 AND performance_id = $2';
const NO_SCENE: PlanScene = { tables: [], outlines: [], texts: [] };

/** Everything that documents of a performance say, in one message; `http.404` for a performance that the tenant does not have. */
export async function performanceDocument(tx: Tx, performanceId: string): Promise<PerformanceDocument> {
  const values = [tx.tenantId, performanceId];
  const [performances, parties, seats, scenes] = await tx.sql.batch([
    { name: 'performance-of-document', text: PERFORMANCE, values },
    { name: 'parties-of-document', text: PARTIES, values },
    { name: 'seats-of-document', text: SEATS, values },
    { name: 'scene-of-document', text: SCENE, values },
  ]);
  const [performance] = (performances?.rows ?? []) as unknown as DocumentPerformance[];
  if (!performance) throw new Problem('http.404');
  const [plan] = (scenes?.rows ?? []) as unknown as { scene: PlanScene | null }[];
  return {
    performance,
    parties: (parties?.rows ?? []) as unknown as DocumentParty[],
    room: { seats: (seats?.rows ?? []) as unknown as DocumentSeat[], scene: plan?.scene ?? NO_SCENE },
  };
}
