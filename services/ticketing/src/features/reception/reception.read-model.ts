import type { Tx } from '@coulisse/service-kit';
import { arrivalState, type ArrivalState } from './reception.domain';

export interface ReceptionPerformance {
  id: string;
  show: string;
  date: string;
  showTimes: string[];
  mealTimes: string[];
  room: string;
  startsAt: Date;
  reservations: number;
  places: number;
  arrived: number;
}

/** Performances of a day, or from a day on, with expected and arrived people. */
export async function receptionOf(
  tx: Tx,
  when: { day: string } | { from: string },
): Promise<ReceptionPerformance[]> {
  const [condition, date] =
    'day' in when ? ['p.date = $2::date', when.day] : ['p.date >= $2::date', when.from];
  const { rows } = await tx.sql.query<ReceptionPerformance & Record<string, unknown>>(
    `SELECT p.id, s.name AS show, to_char(p.date, 'YYYY-MM-DD') AS date, p.show_times AS "showTimes", p.meal_times AS "mealTimes",
            room.name AS room, p.starts_at AS "startsAt", count(r.id)::int AS reservations, coalesce(sum(r.number_of_places), 0)::int AS places,
            coalesce(sum(r.arrived_count), 0)::int AS arrived
     FROM performance p
     JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
     JOIN room ON room.tenant_id = p.tenant_id AND room.id = p.room_id
     LEFT JOIN reservation r ON r.tenant_id = p.tenant_id AND r.performance_id = p.id AND r.state = 'VALIDATED'
     WHERE p.tenant_id = $1 AND ${condition}
     GROUP BY p.tenant_id, p.id, s.name, room.name ORDER BY p.starts_at, s.name LIMIT 100`,
    [tx.tenantId, date],
  );
  return rows;
}

export type ReceptionDisplay = 'ALL' | 'ARRIVED' | 'NOT_ARRIVED';
export type ReceptionSort = 'NAME' | 'RESERVATION' | 'TABLE';
export interface ReceptionQuery {
  q: string;
  display: ReceptionDisplay;
  sort: ReceptionSort;
}
export interface ReceptionLine {
  id: string;
  code: string;
  customerName: string;
  /** What lists by name are sorted by; the whole name of a buyer without one. */
  lastName: string;
  numberOfPlaces: number;
  arrivedCount: number;
  arrivedAt: string | null;
  telephone: string;
  arrivalState: ArrivalState;
  /** Its tickets are void; listed because people of it are in the room, or because a search matches it. */
  canceled: boolean;
  seats: string[];
  /** How many of its places are those of drivers. */
  drivers: number;
  tableNumber: string | null;
  /** What the party has bought with its places: the hall gives it out when it comes. */
  options: ReceptionOption[];
}
export interface ReceptionOption {
  id: string;
  name: string;
  quantity: number;
  detail: string | null;
  forPmr: boolean;
  inGiftBag: boolean;
  /** How many of it were handed over; null where it has no tickets. */
  handedOver: number | null;
}
export interface ReceptionList {
  items: ReceptionLine[];
  /** `canceledArrived`: people in the room whose reservation was cancelled; they are not in `arrived`. */
  totals: { reservations: number; places: number; arrived: number; canceledArrived: number };
}

interface LineRow {
  id: string;
  state: string;
  code: string;
  customer_name: string;
  last_name: string;
  number_of_places: number;
  arrived_count: number;
  arrived_at: Date | null;
  telephone: string;
  table_number: string | null;
  seats: string[];
  drivers: number;
  options: ReceptionOption[];
}

/** Doors look people up by their last name, although the first name is written before it. */
const LAST_NAME = `coalesce(nullif(r.customer_fields ->> 'lastName', ''), r.customer_name)`;
const BY_NAME = `lower(${LAST_NAME}), lower(r.customer_name), r.code`;
/** The table of a party that was given one, else those of its places; null for places in rows. */
const TABLE = `coalesce(r.table_number, (SELECT string_agg(placed.name, ', ' ORDER BY length(placed.name), placed.name) FROM (
    SELECT DISTINCT seat."row" AS name FROM reservation_item i
    JOIN performance_seat seat ON seat.tenant_id = i.tenant_id AND seat.performance_id = i.performance_id AND seat.id = i.seat_id
    WHERE i.tenant_id = r.tenant_id AND i.reservation_id = r.id AND i.canceled_at IS NULL AND seat.table_id IS NOT NULL) placed))`;
/** T2 comes before T10. */
const ORDER: Record<ReceptionSort, string> = {
  NAME: BY_NAME,
  RESERVATION: 'r.code COLLATE "C"',
  TABLE: `length(${TABLE}) NULLS LAST, ${TABLE}, ${BY_NAME}`,
};
/** A partly arrived party is in both lists, ARRIVED and NOT_ARRIVED. */
const SHOWN: Record<ReceptionDisplay, string> = {
  ALL: 'true',
  ARRIVED: 'r.arrived_count > 0',
  NOT_ARRIVED: `(r.arrived_count < r.number_of_places AND (r.state = 'VALIDATED' OR $3 <> ''))`,
};

const LINES = `
SELECT r.id, r.state, r.code, r.customer_name, ${LAST_NAME} AS last_name, r.number_of_places, r.arrived_count, r.arrived_at, ${TABLE} AS table_number, coalesce(r.customer_fields ->> 'telephone', '') AS telephone,
       ARRAY(SELECT seat.label FROM reservation_item i
             JOIN performance_seat seat ON seat.tenant_id = i.tenant_id AND seat.performance_id = i.performance_id AND seat.id = i.seat_id
             WHERE i.tenant_id = r.tenant_id AND i.reservation_id = r.id AND i.canceled_at IS NULL ORDER BY i.position) AS seats,
       (SELECT count(*)::int FROM reservation_item i WHERE i.tenant_id = r.tenant_id AND i.reservation_id = r.id
          AND i.canceled_at IS NULL AND i.is_driver) AS drivers,
       (SELECT coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'quantity', o.quantity, 'detail', o.detail, 'forPmr', o.for_pmr,
          'inGiftBag', o.in_gift_bag, 'handedOver', CASE WHEN o.is_ticket THEN (
            SELECT count(*) FROM ticket t JOIN admission a ON a.tenant_id = t.tenant_id AND a.ticket_id = t.id
            WHERE t.tenant_id = o.tenant_id AND t.reservation_option_id = o.id AND a.outcome = 'GREEN' AND a.undone_at IS NULL) END) ORDER BY o.position, o.id), '[]')
        FROM reservation_option o WHERE o.tenant_id = r.tenant_id AND o.reservation_id = r.id AND o.canceled_at IS NULL) AS options
FROM reservation r
WHERE r.tenant_id = $1 AND r.performance_id = $2`;

/** Cancelled reservations that had tickets; without tickets there was nothing to admit. */
const WAS_SOLD = `r.state = 'CANCELED' AND EXISTS (SELECT 1 FROM ticket t WHERE t.tenant_id = r.tenant_id AND t.reservation_id = r.id)`;

const lineOf = (row: LineRow): ReceptionLine => ({
  id: row.id,
  code: row.code,
  customerName: row.customer_name,
  lastName: row.last_name,
  numberOfPlaces: row.number_of_places,
  arrivedCount: row.arrived_count,
  arrivedAt: row.arrived_at?.toISOString() ?? null,
  telephone: row.telephone,
  arrivalState: arrivalState(row.arrived_count, row.number_of_places),
  canceled: row.state === 'CANCELED',
  seats: row.seats,
  drivers: row.drivers,
  tableNumber: row.table_number,
  options: row.options,
});

const NOBODY: ReceptionList['totals'] = { reservations: 0, places: 0, arrived: 0, canceledArrived: 0 };

/** What was searched for as a code without its hyphens, which is how it is read aloud. */
const BARE_TEXT = `regexp_replace(upper($3), '[^A-Z0-9]', '', 'g')`;

/** The reception list. Totals cover the whole performance, whatever the search. */
export async function receptionList(
  tx: Tx,
  performanceId: string,
  { q, display, sort }: ReceptionQuery,
): Promise<ReceptionList> {
  const filters = `(r.state = 'VALIDATED' OR (${WAS_SOLD} AND (r.arrived_count > 0 OR $3 <> '')))
    AND ${SHOWN[display]} AND ($3 = '' OR position(lower($3) IN lower(concat_ws(' ', ${LAST_NAME}, r.customer_name, r.code, r.customer_email, ${TABLE}))) > 0
    OR position(nullif(${BARE_TEXT}, '') IN replace(r.code, '-', '')) > 0
    OR EXISTS (SELECT 1 FROM ticket t WHERE t.tenant_id = r.tenant_id AND t.reservation_id = r.id AND t.code = upper($3)))`;
  const { rows } = await tx.sql.query<LineRow>(`${LINES} AND ${filters} ORDER BY ${ORDER[sort]}`, [
    tx.tenantId,
    performanceId,
    q.trim(),
  ]);
  const totals = await tx.sql.query<ReceptionList['totals'] & Record<string, unknown>>(
    `SELECT count(*) FILTER (WHERE state = 'VALIDATED')::int AS reservations,
       coalesce(sum(number_of_places) FILTER (WHERE state = 'VALIDATED'), 0)::int AS places,
       coalesce(sum(arrived_count) FILTER (WHERE state = 'VALIDATED'), 0)::int AS arrived,
       coalesce(sum(arrived_count) FILTER (WHERE state = 'CANCELED'), 0)::int AS "canceledArrived"
     FROM reservation WHERE tenant_id = $1 AND performance_id = $2 AND state IN ('VALIDATED', 'CANCELED')`,
    [tx.tenantId, performanceId],
  );
  return { items: rows.map(lineOf), totals: totals.rows[0] ?? NOBODY };
}

/** Every party of a performance, cancelled ones that had tickets included: what a door lists and searches by itself. */
export async function everyParty(tx: Tx, performanceId: string): Promise<ReceptionLine[]> {
  const { rows } = await tx.sql.query<LineRow>(
    `${LINES} AND (r.state = 'VALIDATED' OR (${WAS_SOLD})) ORDER BY ${ORDER.NAME}`,
    [tx.tenantId, performanceId],
  );
  return rows.map(lineOf);
}

/** One line of the reception list; null when the reservation is of another performance. */
export async function receptionLine(
  tx: Tx,
  performanceId: string,
  reservationId: string,
): Promise<ReceptionLine | null> {
  const { rows } = await tx.sql.query<LineRow>(`${LINES} AND r.id = $3`, [
    tx.tenantId,
    performanceId,
    reservationId,
  ]);
  return rows[0] ? lineOf(rows[0]) : null;
}
