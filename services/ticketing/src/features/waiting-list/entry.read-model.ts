import type { Language } from '@coulisse/contracts';
import { Problem, type Tx } from '@coulisse/service-kit';
import { organiserOf, type Organiser } from '../catalogue/performances.read-model';
import { offerText, type OfferedSeat } from './offer-text';

export type EntryState = 'WAITING' | 'OFFERED' | 'BOUGHT' | 'EXPIRED' | 'LEFT' | 'REMOVED' | 'ENDED';

/** An entry as its person sees it. */
export interface EntryView {
  state: EntryState;
  firstName: string;
  lastName: string;
  email: string;
  partySize: number;
  category: { id: string; name: string } | null;
  isTogether: boolean;
  position: number | null;
  waiting: number;
  offer: { endsAt: string; seats: string } | null;
  endCause: 'PERFORMANCE_CANCELED' | 'SALE_CLOSED' | null;
  /** Whether one may still join. */
  isOpen: boolean;
  show: { id: string; name: string; color: string | null };
  performance: { id: string; date: string; startsAt: string; mealTimes: string[]; showTimes: string[] };
  zone: string;
  organiser: Organiser;
}

/** What mails need besides. */
export interface EntryDetails extends EntryView {
  id: string;
  language: 'fr' | 'en';
  offerCount: number;
  venue: { room: string; address: string };
}

interface Row {
  id: string;
  state: EntryState;
  first_name: string;
  last_name: string;
  email: string;
  language: 'fr' | 'en';
  party_size: number;
  category_id: string | null;
  category_name: string | null;
  is_together: boolean;
  position: number | null;
  waiting: number;
  offer_ends_at: Date | null;
  offer_seats: string | null;
  offer_count: number;
  end_cause: EntryView['endCause'];
  is_open: boolean;
  show_id: string;
  show_name: string;
  show_color: string | null;
  performance_id: string;
  date: string;
  starts_at: Date;
  meal_times: string[];
  show_times: string[];
  room: string;
  address: string;
}

const ENTRY = `
SELECT e.id, e.state, e.first_name, e.last_name, e.customer_email AS email, e.language, e.party_size, e.category_id,
       c.name AS category_name, e.is_together, e.offer_ends_at, e.offer_seats, e.offer_count, e.end_cause,
       NOT p.is_cancelled AND NOT p.online_reservation_closed AND p.active_reservation = 'ALL' AND p.starts_at > now()
         AND coalesce(p.online_reservation_deadline > now(), true) AS is_open,
       CASE WHEN e.state = 'WAITING' THEN (SELECT count(*) + 1 FROM waiting_entry w WHERE w.tenant_id = e.tenant_id
         AND w.performance_id = e.performance_id AND w.state = 'WAITING' AND w.rank < e.rank)::int END AS position,
       (SELECT count(*) FROM waiting_entry w WHERE w.tenant_id = e.tenant_id AND w.performance_id = e.performance_id
         AND w.state = 'WAITING')::int AS waiting,
       s.id AS show_id, s.name AS show_name, s.color AS show_color, p.id AS performance_id, to_char(p.date, 'YYYY-MM-DD') AS date,
       p.starts_at, p.meal_times, p.show_times, m.name AS room,
       coalesce(nullif(concat_ws(', ', nullif(m.address, ''), nullif(m.city, '')), ''), nullif(t.address, ''), t.city, '') AS address
FROM waiting_entry e
JOIN performance p ON p.tenant_id = e.tenant_id AND p.id = e.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
JOIN room m ON m.tenant_id = p.tenant_id AND m.id = p.room_id
LEFT JOIN seat_category c ON c.tenant_id = e.tenant_id AND c.id = e.category_id
LEFT JOIN tenant_profile t ON t.tenant_id = e.tenant_id
WHERE e.tenant_id = $1 AND e.id = $2`;

/** A 404 when the entry is gone. */
export async function entryDetails(tx: Tx, entryId: string): Promise<EntryDetails> {
  const { rows } = await tx.sql.named<Row & Record<string, unknown>>('waiting-entry', ENTRY, [
    tx.tenantId,
    entryId,
  ]);
  const [row] = rows;
  if (!row) throw new Problem('http.404');
  return {
    id: row.id,
    state: row.state,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    language: row.language,
    partySize: row.party_size,
    category: row.category_id ? { id: row.category_id, name: row.category_name ?? '' } : null,
    isTogether: row.is_together,
    position: row.position,
    waiting: row.waiting,
    offer:
      row.state === 'OFFERED' && row.offer_ends_at
        ? { endsAt: row.offer_ends_at.toISOString(), seats: row.offer_seats ?? '' }
        : null,
    offerCount: row.offer_count,
    endCause: row.end_cause,
    isOpen: row.is_open,
    show: { id: row.show_id, name: row.show_name, color: row.show_color },
    performance: {
      id: row.performance_id,
      date: row.date,
      startsAt: row.starts_at.toISOString(),
      mealTimes: row.meal_times,
      showTimes: row.show_times,
    },
    venue: { room: row.room, address: row.address },
    zone: tx.zone,
    organiser: await organiserOf(tx),
  };
}

const OFFERED = `SELECT seat.row, seat.number, seat.table_id AS "tableId"
FROM waiting_entry e
JOIN seat_claim claim ON claim.tenant_id = e.tenant_id AND claim.cart_id = e.offer_cart::uuid
JOIN performance_seat seat ON seat.tenant_id = claim.tenant_id AND seat.performance_id = claim.performance_id AND seat.id = claim.seat_id
WHERE e.tenant_id = $1 AND e.id = $2 ORDER BY seat.path_order`;

/** The offered seats as somebody reads them. */
async function offeredSeats(tx: Tx, entryId: string, language: Language): Promise<string> {
  const { rows } = await tx.sql.named<OfferedSeat & Record<string, unknown>>('offered-seats', OFFERED, [
    tx.tenantId,
    entryId,
  ]);
  return offerText(rows, language);
}

/** The entry as its person sees it, without what only mails need; in the language of the page, which may not be that of the mails. */
export async function readEntry(tx: Tx, entryId: string, language: Language): Promise<EntryView> {
  const {
    id: _id,
    language: ofMails,
    offerCount: _offerCount,
    venue: _venue,
    ...view
  } = await entryDetails(tx, entryId);
  if (!view.offer || language === ofMails) return view;
  return { ...view, offer: { ...view.offer, seats: await offeredSeats(tx, entryId, language) } };
}

export interface ListCounts {
  waiting: number;
  people: number;
  offered: number;
  bought: number;
  ended: number;
}

const COUNTS = `
SELECT count(*) FILTER (WHERE state = 'WAITING')::int AS waiting,
       coalesce(sum(party_size) FILTER (WHERE state = 'WAITING'), 0)::int AS people,
       count(*) FILTER (WHERE state = 'OFFERED')::int AS offered,
       count(*) FILTER (WHERE state = 'BOUGHT')::int AS bought,
       count(*) FILTER (WHERE state NOT IN ('WAITING', 'OFFERED', 'BOUGHT'))::int AS ended
FROM waiting_entry WHERE tenant_id = $1 AND performance_id = $2
HAVING EXISTS (SELECT 1 FROM performance WHERE tenant_id = $1 AND id = $2)`;

/** Null when there is no such performance. */
export async function listCounts(tx: Tx, performanceId: string): Promise<ListCounts | null> {
  const { rows } = await tx.sql.query<ListCounts & Record<string, unknown>>(COUNTS, [
    tx.tenantId,
    performanceId,
  ]);
  return rows[0] ?? null;
}
