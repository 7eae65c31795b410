import { Problem, type Tx } from '@coulisse/service-kit';
import { situationOf, type Situation } from './order.domain';

export interface MyOrder {
  reservationId: string;
  code: string;
  situation: Situation;
  showName: string;
  showColor: string | null;
  startsAt: string;
  date: string;
  mealTimes: string[];
  showTimes: string[];
  numberOfPlaces: number;
  totalMinor: number;
}

export type When = 'UPCOMING' | 'PAST';

interface Row {
  id: string;
  code: string;
  state: string;
  number_of_places: number;
  total_minor: number;
  starts_at: Date;
  date: string;
  meal_times: string[];
  show_times: string[];
  is_cancelled: boolean;
  has_canceled_seats: boolean;
  show_name: string;
  show_color: string | null;
}

/** A reservation that was never paid belongs to the cart, not to the history of its buyer. */
const OWN = `
SELECT r.id, r.code, r.state, r.number_of_places, (r.total_ttc * 100)::int AS total_minor, p.starts_at,
       to_char(p.date, 'YYYY-MM-DD') AS date, p.meal_times, p.show_times, p.is_cancelled, s.name AS show_name, s.color AS show_color,
       EXISTS (SELECT 1 FROM reservation_item i WHERE i.tenant_id = r.tenant_id AND i.reservation_id = r.id
         AND i.canceled_at IS NOT NULL) AS has_canceled_seats
FROM reservation r
JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
WHERE r.tenant_id = $1 AND r.customer_email = $2 AND r.state <> 'DRAFT'`;
const UPCOMING = `${OWN} AND p.starts_at >= now() - interval '12 hours'
  AND ($3::timestamptz IS NULL OR (p.starts_at, r.id) > ($3::timestamptz, $4::uuid))
ORDER BY p.starts_at, r.id LIMIT $5`;
const PAST = `${OWN} AND p.starts_at < now() - interval '12 hours'
  AND ($3::timestamptz IS NULL OR (p.starts_at, r.id) < ($3::timestamptz, $4::uuid))
ORDER BY p.starts_at DESC, r.id DESC LIMIT $5`;

export const PAGE_SIZE = 20;

const cursorOf = ({ starts_at, id }: Row): string =>
  Buffer.from(`${starts_at.toISOString()} ${id}`).toString('base64url');

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function positionOf(cursor: string | undefined): [startsAt: string | null, id: string | null] {
  if (cursor === undefined) return [null, null];
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw new Problem('http.404');
  return [match[1] ?? null, match[2] ?? null];
}

/**
 * The reservations of a buyer, by the address of the account: whoever opened it has proved that it is theirs. The next ones to
 * come first, of past ones the last.
 */
export async function ordersOf(
  tx: Tx,
  { email, when, after }: { email: string; when: When; after?: string | undefined },
): Promise<{ items: MyOrder[]; next: string | null }> {
  const values = [tx.tenantId, email.toLowerCase(), ...positionOf(after), PAGE_SIZE + 1];
  const { rows } = await (when === 'UPCOMING'
    ? tx.sql.query<Row & Record<string, unknown>>(UPCOMING, values)
    : tx.sql.query<Row & Record<string, unknown>>(PAST, values));
  const page = rows.slice(0, PAGE_SIZE);
  const now = new Date();
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      reservationId: row.id,
      code: row.code,
      situation: situationOf(
        {
          state: row.state,
          isPerformanceCanceled: row.is_cancelled,
          hasCanceledSeats: row.has_canceled_seats,
          startsAt: row.starts_at,
        },
        now,
      ),
      showName: row.show_name,
      showColor: row.show_color,
      startsAt: row.starts_at.toISOString(),
      date: row.date,
      mealTimes: row.meal_times,
      showTimes: row.show_times,
      numberOfPlaces: row.number_of_places,
      totalMinor: row.total_minor,
    })),
    next: rows.length > PAGE_SIZE && last ? cursorOf(last) : null,
  };
}
