import type { Tx } from '@coulisse/service-kit';
import type { Period } from '../checked-period';
import { PAID_BY_VOUCHER } from '../gift-vouchers/voucher-ledger.store';
import { cnmTaxOf, CNM_BASIS_POINTS } from './cnm.domain';
import { receiptsOfPerformance, type ReceiptShare } from './receipts.domain';
import { RATES_OF_ITEM } from './receipts.read-model';
import { firstIdSince, type Weeks } from './week.domain';

/** What was sold for a performance. Amounts are in cents and include VAT. */
export interface SoldPlaces {
  places: number;
  sold: number;
  /** Places of reservations that wait for their payment. */
  reserved: number;
  arrived: number;
  receiptsMinor: number;
  dueMinor: number;
}

export interface PerformanceSale extends SoldPlaces {
  id: string;
  show: string;
  color: string | null;
  date: string;
  showTimes: string[];
  mealTimes: string[];
  startsAt: Date | null;
}

export interface SoldCategory {
  id: string;
  name: string;
  color: string;
  places: number;
  sold: number;
  reserved: number;
}

export interface PerformanceFigures extends SoldPlaces {
  reservations: number;
  /** Reservations of which money is still due. */
  unpaidReservations: number;
  /** Payments of which money waits to be given back, of cancelled reservations too. */
  paymentsToRefund: number;
  toRefundMinor: number;
  categories: SoldCategory[];
  formulas: { id: string; name: string; sold: number }[];
  cnm: { basisPoints: number; baseMinor: number; taxMinor: number };
}

/**
 * Places and money of the reservations of `p`. What was paid beyond a total, or for a cancelled reservation, is owed to
 * the buyer and is no receipt.
 */
const SOLD = `
LEFT JOIN LATERAL (
  SELECT count(*)::int AS reservations,
    count(*) FILTER (WHERE one.total > one.paid)::int AS unpaid,
    coalesce(sum(one.places) FILTER (WHERE one.state = 'VALIDATED'), 0)::int AS sold,
    coalesce(sum(one.places) FILTER (WHERE one.state = 'PRE_RESERVATION'), 0)::int AS reserved,
    coalesce(sum(one.arrived) FILTER (WHERE one.state = 'VALIDATED'), 0)::int AS arrived,
    coalesce(sum(least(one.total, one.paid)), 0)::bigint::float8 AS receipts,
    coalesce(sum(greatest(0, one.total - one.paid)), 0)::bigint::float8 AS due
  FROM (
    SELECT r.state, r.number_of_places AS places, r.arrived_count AS arrived, (r.total_ttc * 100)::bigint AS total,
      (SELECT coalesce(sum(paid.amount_minor - paid.refunded_minor), 0) FROM reservation_payment paid
       WHERE paid.tenant_id = r.tenant_id AND paid.reservation_id = r.id AND paid.state = 'ACCEPTED') + ${PAID_BY_VOUCHER} AS paid
    FROM reservation r
    WHERE r.tenant_id = p.tenant_id AND r.performance_id = p.id AND r.state IN ('VALIDATED', 'PRE_RESERVATION')
  ) one
) money ON true`;

/** Performances at most in one answer. */
const MOST_PERFORMANCES = 200;

/**
 * Performances of a period with what was sold for each, at most 200, the earliest first; cancelled ones do not take place.
 * With `besides`, those of the same show but that performance itself.
 */
export async function salesOfPerformances(
  tx: Tx,
  { from, until }: Period,
  besides?: string,
): Promise<PerformanceSale[]> {
  const { rows } = await tx.sql.query<PerformanceSale & Record<string, unknown>>(
    `SELECT p.id, s.name AS show, s.color, to_char(p.date, 'YYYY-MM-DD') AS date, p.show_times AS "showTimes",
       p.meal_times AS "mealTimes", p.starts_at AS "startsAt", coalesce(p.places_available, 0) AS places,
       money.sold, money.reserved, money.arrived, money.receipts AS "receiptsMinor", money.due AS "dueMinor"
     FROM performance p
     JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
     ${SOLD}
     WHERE p.tenant_id = $1 AND p.date >= $2::date AND p.date <= $3::date AND NOT p.is_cancelled AND ($4::uuid IS NULL OR p.id <> $4 AND p.show_id =
       (SELECT b.show_id FROM performance b WHERE b.tenant_id = $1 AND b.id = $4))
     ORDER BY p.starts_at, p.id LIMIT ${MOST_PERFORMANCES}`,
    [tx.tenantId, from, until, besides ?? null],
  );
  return rows;
}

/** What was sold for the performances of a show. */
export interface ShowSale extends Omit<SoldPlaces, 'arrived'> {
  id: string;
  name: string;
  color: string | null;
  performances: number;
  /** Local dates of the first and of the last of them. */
  firstDate: string;
  lastDate: string;
}

/** Shows that play in a period with what was sold for all their performances of it, at most 100, the earliest first. */
export async function salesOfShows(tx: Tx, { from, until }: Period): Promise<ShowSale[]> {
  const { rows } = await tx.sql.query<ShowSale & Record<string, unknown>>(
    `SELECT s.id, s.name, s.color, count(*)::int AS performances, to_char(min(p.date), 'YYYY-MM-DD') AS "firstDate",
       to_char(max(p.date), 'YYYY-MM-DD') AS "lastDate", coalesce(sum(p.places_available), 0)::int AS places,
       sum(money.sold)::int AS sold, sum(money.reserved)::int AS reserved, sum(money.receipts) AS "receiptsMinor",
       sum(money.due) AS "dueMinor"
     FROM performance p
     JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
     ${SOLD}
     WHERE p.tenant_id = $1 AND p.date >= $2::date AND p.date <= $3::date AND NOT p.is_cancelled
     GROUP BY s.id, s.name, s.color ORDER BY min(p.starts_at), s.id LIMIT 100`,
    [tx.tenantId, from, until],
  );
  return rows;
}

/** What was sold, with VAT. */
export interface Sold {
  amountMinor: number;
  places: number;
  reservations: number;
}

export interface SalesOfDay extends Sold {
  day: string;
}

const SALES_BY_DAY = `
SELECT to_char(sold.at AT TIME ZONE current_setting('app.zone'), 'YYYY-MM-DD') AS day,
  sum((r.total_ttc * 100)::bigint)::float8 AS "amountMinor", sum(sold.places)::int AS places, count(*)::int AS reservations,
  coalesce(sum((r.total_ttc * 100)::bigint) FILTER (WHERE sold.at <= $3), 0)::float8 AS "amountSoFar",
  coalesce(sum(sold.places) FILTER (WHERE sold.at <= $3), 0)::int AS "placesSoFar",
  count(*) FILTER (WHERE sold.at <= $3)::int AS "reservationsSoFar"
FROM (
  SELECT t.reservation_id, min(t.created_at) AS at, count(*) FILTER (WHERE t.state <> 'CANCELED') AS places FROM ticket t
  WHERE t.tenant_id = $1 AND t.id >= $2 AND t.item_id IS NOT NULL GROUP BY t.reservation_id
) sold
JOIN reservation r ON r.tenant_id = $1 AND r.id = sold.reservation_id
WHERE sold.places > 0 AND sold.at >= $4 AND NOT EXISTS (
  SELECT 1 FROM ticket older WHERE older.tenant_id = $1 AND older.reservation_id = r.id AND older.id < $2)
GROUP BY 1 ORDER BY 1`;

interface DayRow extends SalesOfDay, Record<string, unknown> {
  amountSoFar: number;
  placesSoFar: number;
  reservationsSoFar: number;
}

/**
 * Sales of each day of the current week and of the last one, by the day on which their first tickets were issued: an
 * exchange is no sale of its day. Days without one are missing. `lastWeekSoFar` is what the last week had sold at this time. Tickets are found
 * along their identifiers, which are ordered by time.
 */
export async function salesByDay(
  tx: Tx,
  { lastMonday, sameTimeLastWeek }: Weeks,
): Promise<{ days: SalesOfDay[]; lastWeekSoFar: Sold }> {
  const { rows } = await tx.sql.query<DayRow>(SALES_BY_DAY, [
    tx.tenantId,
    firstIdSince(lastMonday),
    sameTimeLastWeek,
    lastMonday,
  ]);
  const total = (of: (row: DayRow) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    days: rows.map(({ day, amountMinor, places, reservations }) => ({
      day,
      amountMinor,
      places,
      reservations,
    })),
    lastWeekSoFar: {
      amountMinor: total((row) => row.amountSoFar),
      places: total((row) => row.placesSoFar),
      reservations: total((row) => row.reservationsSoFar),
    },
  };
}

/** What a theatre has set up of what it needs to sell; in this order, each needs those before it. */
export interface SetUp {
  category: boolean;
  room: boolean;
  /** A published one: performances copy no other. */
  plan: boolean;
  formula: boolean;
  show: boolean;
  performance: boolean;
  /** The first room and the first show, to go on from. */
  roomId: string | null;
  showId: string | null;
}

export async function setUpOf(tx: Tx): Promise<SetUp> {
  const { rows } = await tx.sql.query<SetUp & Record<string, unknown>>(
    `SELECT EXISTS (SELECT 1 FROM seat_category WHERE tenant_id = $1) AS category,
       EXISTS (SELECT 1 FROM room WHERE tenant_id = $1) AS room,
       EXISTS (SELECT 1 FROM room_plan WHERE tenant_id = $1 AND published_version > 0) AS plan,
       EXISTS (SELECT 1 FROM formula WHERE tenant_id = $1) AS formula,
       EXISTS (SELECT 1 FROM show WHERE tenant_id = $1) AS show,
       EXISTS (SELECT 1 FROM performance WHERE tenant_id = $1) AS performance,
       (SELECT id FROM room WHERE tenant_id = $1 ORDER BY id LIMIT 1) AS "roomId",
       (SELECT id FROM show WHERE tenant_id = $1 ORDER BY id LIMIT 1) AS "showId"`,
    [tx.tenantId],
  );
  const [row] = rows;
  if (!row) throw new Error('a statement without FROM answered no row');
  return row;
}

const TOTALS = `
SELECT coalesce(p.places_available, 0) AS places, money.*, back.payments AS "paymentsToRefund", back.minor AS "toRefundMinor"
FROM performance p ${SOLD}
LEFT JOIN LATERAL (
  SELECT count(*)::int AS payments, coalesce(sum(pay.to_refund_minor), 0)::bigint::float8 AS minor
  FROM reservation r
  JOIN reservation_payment pay ON pay.tenant_id = r.tenant_id AND pay.reservation_id = r.id AND pay.to_refund_minor > 0
  WHERE r.tenant_id = p.tenant_id AND r.performance_id = p.id
) back ON true
WHERE p.tenant_id = $1 AND p.id = $2`;

const BY_CATEGORY = `
SELECT c.id, c.name, c.color, count(*) FILTER (WHERE NOT seat.is_blocked)::int AS places,
  count(*) FILTER (WHERE claim.state = 'SOLD')::int AS sold,
  count(*) FILTER (WHERE claim.state <> 'SOLD' AND claim.expires_at > now() AND r.state = 'PRE_RESERVATION')::int AS reserved
FROM performance_seat seat
JOIN seat_category c ON c.tenant_id = seat.tenant_id AND c.id = seat.category_id
LEFT JOIN seat_claim claim ON claim.tenant_id = seat.tenant_id AND claim.performance_id = seat.performance_id AND claim.seat_id = seat.id
LEFT JOIN reservation r ON r.tenant_id = claim.tenant_id AND r.id = claim.reservation_id
WHERE seat.tenant_id = $1 AND seat.performance_id = $2
GROUP BY c.id, c.name, c.color, c.position ORDER BY c.position, c.name`;

const BY_FORMULA = `
SELECT item.formula_id AS id, coalesce(min(f.name), min(item.formula_name)) AS name, count(*)::int AS sold
FROM reservation r
JOIN reservation_item item ON item.tenant_id = r.tenant_id AND item.reservation_id = r.id AND item.canceled_at IS NULL
LEFT JOIN formula f ON f.tenant_id = item.tenant_id AND f.id = item.formula_id
WHERE r.tenant_id = $1 AND r.performance_id = $2 AND r.state = 'VALIDATED'
GROUP BY item.formula_id ORDER BY sold DESC, name`;

const BY_RATE = `
SELECT part."rateBasisPoints", ${RATES_OF_ITEM} AS rates, sum(part."amountMinor")::bigint::float8 AS "amountMinor"
FROM reservation r
JOIN reservation_item item ON item.tenant_id = r.tenant_id AND item.reservation_id = r.id AND item.canceled_at IS NULL
CROSS JOIN LATERAL jsonb_to_recordset(item.vat) AS part ("rateBasisPoints" int, "amountMinor" bigint)
WHERE r.tenant_id = $1 AND r.performance_id = $2 AND r.state = 'VALIDATED'
GROUP BY 1, 2`;

interface TotalsRow extends Record<string, unknown> {
  places: number;
  reservations: number;
  unpaid: number;
  sold: number;
  reserved: number;
  arrived: number;
  receipts: number;
  due: number;
  paymentsToRefund: number;
  toRefundMinor: number;
}

/** What was sold for one performance, by category and by formula; null when there is no such performance. */
export async function figuresOf(tx: Tx, performanceId: string): Promise<PerformanceFigures | null> {
  const values = [tx.tenantId, performanceId];
  const [totals, categories, formulas, rates] = await tx.sql.batch([
    { name: 'figures-totals', text: TOTALS, values },
    { name: 'figures-by-category', text: BY_CATEGORY, values },
    { name: 'figures-by-formula', text: BY_FORMULA, values },
    { name: 'figures-by-rate', text: BY_RATE, values },
  ]);
  const row = totals?.rows[0] as TotalsRow | undefined;
  if (!row) return null;
  const [receipts] = receiptsOfPerformance([(rates?.rows ?? []) as unknown as ReceiptShare[]]);
  const baseMinor = receipts?.show.htMinor ?? 0;
  return {
    places: row.places,
    sold: row.sold,
    reserved: row.reserved,
    arrived: row.arrived,
    receiptsMinor: row.receipts,
    dueMinor: row.due,
    reservations: row.reservations,
    unpaidReservations: row.unpaid,
    paymentsToRefund: row.paymentsToRefund,
    toRefundMinor: row.toRefundMinor,
    categories: (categories?.rows ?? []) as unknown as SoldCategory[],
    formulas: (formulas?.rows ?? []) as unknown as PerformanceFigures['formulas'],
    cnm: { basisPoints: CNM_BASIS_POINTS, baseMinor, taxMinor: cnmTaxOf(baseMinor) },
  };
}
