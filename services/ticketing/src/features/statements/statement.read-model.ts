import type { Tx } from '@coulisse/service-kit';
import type { Movement } from './accounting.domain';
import type { Declarant, StatementRow, TicketGroup, TillDay } from './statement.domain';
import { formatAmount } from '@coulisse/money';
import type { ReceiptShare } from '../figures/receipts.domain';
import { RATES_OF_ITEM } from '../figures/receipts.read-model';
import { FACE_VALUE } from '../gift-vouchers/gift-voucher.domain';

const OF_PERIOD = `
FROM performance p
JOIN ticket t ON t.tenant_id = p.tenant_id AND t.performance_id = p.id
JOIN reservation_item item ON item.tenant_id = t.tenant_id AND item.id = t.item_id`;

/** Numbers of a series grow in length before they grow in their text. */
const GROUPS = `
SELECT p.id AS "performanceId", s.name AS show, s.genre::text AS genre, to_char(p.date, 'YYYY-MM-DD') AS date,
  coalesce(p.show_times[1], p.meal_times[1]) AS time, room.id AS "roomId", room.name AS room, room.address, room.zip_code AS "zipCode", room.city,
  ((coalesce(s.cost_ht, 0) + coalesce(p.cost_htextra, 0)) * 100)::bigint::float8 AS "costMinor",
  (SELECT count(*)::int FROM performance_seat seat WHERE seat.tenant_id = p.tenant_id AND seat.performance_id = p.id
    AND NOT seat.is_blocked) AS seats,
  item.category_name AS category, item.price_minor AS "priceMinor",
  count(*) FILTER (WHERE t.state = 'VALIDATED')::int AS sold, count(*) FILTER (WHERE t.state = 'CANCELED')::int AS canceled,
  (array_agg(t.code ORDER BY t.series_year, length(t.code), t.code) FILTER (WHERE t.code IS NOT NULL))[1] AS "firstNumber",
  (array_agg(t.code ORDER BY t.series_year DESC, length(t.code) DESC, t.code DESC) FILTER (WHERE t.code IS NOT NULL))[1] AS "lastNumber"
${OF_PERIOD}
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
JOIN room ON room.tenant_id = p.tenant_id AND room.id = p.room_id
WHERE p.tenant_id = $1 AND p.date >= $2::date AND p.date <= $3::date
GROUP BY p.id, s.id, room.id, item.category_name, item.price_minor
ORDER BY p.date, p.starts_at, p.id, item.price_minor DESC, item.category_name`;

const RATES = `
SELECT p.id AS "performanceId", item.category_name AS category, item.price_minor AS "priceMinor",
  part."rateBasisPoints", ${RATES_OF_ITEM} AS rates, sum(part."amountMinor")::bigint::float8 AS "amountMinor"
${OF_PERIOD}
CROSS JOIN LATERAL jsonb_to_recordset(item.vat) AS part ("rateBasisPoints" int, "amountMinor" bigint)
WHERE p.tenant_id = $1 AND p.date >= $2::date AND p.date <= $3::date AND t.state = 'VALIDATED'
GROUP BY 1, 2, 3, 4, 5`;

const DECLARANT =
  'SELECT sacem_number AS "sacemNumber", cnv_number AS "cnvNumber", gauge_used AS "gaugeUsed" FROM settings WHERE tenant_id = $1 LIMIT 1';

/** Local dates, both included. */
export interface StatementPeriod {
  readonly from: string;
  readonly until: string;
}

interface RateRow extends ReceiptShare {
  performanceId: string;
  category: string;
  priceMinor: number;
}

/** Tickets of the performances of a period by performance, category and price, and who declares them. */
export async function ticketsOf(
  tx: Tx,
  { from, until }: StatementPeriod,
): Promise<{ groups: TicketGroup[]; declarant: Declarant }> {
  const values = [tx.tenantId, from, until];
  const [groups, rates, declarants] = await tx.sql.batch([
    { name: 'statement-groups', text: GROUPS, values },
    { name: 'statement-rates', text: RATES, values },
    { name: 'statement-declarant', text: DECLARANT, values: [tx.tenantId] },
  ]);
  const keyOf = (row: { performanceId: string; category: string; priceMinor: number }) =>
    JSON.stringify([row.performanceId, row.category, row.priceMinor]);
  const shares = new Map<string, ReceiptShare[]>();
  for (const row of (rates?.rows ?? []) as unknown as RateRow[]) {
    const key = keyOf(row);
    shares.set(key, [...(shares.get(key) ?? []), row]);
  }
  return {
    groups: ((groups?.rows ?? []) as unknown as TicketGroup[]).map((group) => ({
      ...group,
      vat: shares.get(keyOf(group)) ?? [],
    })),
    declarant: (declarants?.rows[0] as Declarant | undefined) ?? {
      ...{ sacemNumber: null, cnvNumber: null, gaugeUsed: null },
    },
  };
}

const BATCH = 2_000;

/** Shares of what a reservation m has of each rate and sales account, options included. An empty account is the usual one. */
const sharesOf = (condition: string) => `
    (SELECT json_agg(json_build_object('rateBasisPoints', rate.bp, 'accountingCode', rate.account, 'amountMinor', rate.minor)
      ORDER BY rate.bp DESC, rate.account) FROM (
      SELECT part."rateBasisPoints" AS bp, coalesce(line.account, '') AS account, sum(part."amountMinor") AS minor FROM (
        SELECT sold.vat, f.ticket_accounting_code AS account FROM reservation_item sold
        LEFT JOIN formula f ON f.tenant_id = sold.tenant_id AND f.id = sold.formula_id
        WHERE sold.tenant_id = $1 AND sold.reservation_id = m.reservation_id ${condition}
        UNION ALL
        SELECT sold.vat, sold.accounting_code FROM reservation_option sold WHERE sold.tenant_id = $1 AND sold.reservation_id = m.reservation_id ${condition}) line
      CROSS JOIN LATERAL jsonb_to_recordset(line.vat) AS part ("rateBasisPoints" int, "amountMinor" bigint) GROUP BY 1, 2) rate)`;

/**
 * What the reservation held at a moment: what is given back or exchanged later changes nothing that was booked before. The
 * id of a line has the moment at which it was made.
 */
const heldAt = (moment: string) => `coalesce(
    ${sharesOf(`AND uuid_extract_timestamp(sold.id) <= ${moment} AND (sold.canceled_at IS NULL OR sold.canceled_at > ${moment})`)},
    ${sharesOf('AND sold.canceled_at IS NULL')},
    ${sharesOf('')},
    '[]')`;

/**
 * What entry e of the ledger of voucher v is booked with: of a voucher that was sold with a discount, the share that was paid
 * for it. The shares of all uses add up to the price.
 */
const PAID_SHARE = `CASE WHEN v.discount IS NULL THEN -e.amount_minor ELSE
    (round(e.before_minor * (1 - v.discount * 100 / ${FACE_VALUE}))
      - round(e.balance_minor * (1 - v.discount * 100 / ${FACE_VALUE})))::int END`;

/** Money of the reservation of m that came in, less what went out, before it; a reservation has a few movements. */
const BEFORE = `
  SELECT coalesce(sum(earlier.amount), 0)::int AS minor, max(earlier.at) AS at FROM (
    SELECT p.id::text AS id, p.at, p.amount_minor AS amount FROM reservation_payment p
    WHERE p.tenant_id = $1 AND p.reservation_id = m.reservation_id AND p.state = 'ACCEPTED'
    UNION ALL
    SELECT r.id::text, r.at, -r.amount_minor FROM reservation_refund r
    JOIN reservation_payment pay ON pay.tenant_id = r.tenant_id AND pay.id = r.payment_id
    WHERE r.tenant_id = $1 AND pay.tenant_id = $1 AND pay.reservation_id = m.reservation_id
    UNION ALL
    SELECT e.voucher_id::text || '/' || e.number, e.at, ${PAID_SHARE} FROM gift_voucher_entry e
    JOIN gift_voucher v ON v.tenant_id = e.tenant_id AND v.id = e.voucher_id AND v.vat_purpose = 'MULTI_PURPOSE'
    WHERE e.tenant_id = $1 AND e.reservation_id = m.reservation_id) earlier
  WHERE (earlier.at, earlier.id) < (m.at, m.id)`;

/** Whether an instant is between the local dates $2 and $3, both included. */
const inPeriod = (at: string) => `${at} >= $2::date::timestamp AT TIME ZONE current_setting('app.zone')
     AND ${at} < ($3::date + 1)::timestamp AT TIME ZONE current_setting('app.zone')`;

/**
 * Payments and refunds of reservations and gift vouchers, and uses of multi-purpose vouchers, whose VAT is due when they are
 * used, between two local dates, both included, after a cursor.
 */
const MOVEMENTS = `
SELECT m.id, m.at, to_char(m.at AT TIME ZONE current_setting('app.zone'), 'YYYY-MM-DD') AS day,
  m.method, m.amount_minor AS "amountMinor", coalesce(sale.advance, 0) AS "advanceMinor",
  coalesce(sale.taxed::json, ${heldAt('m.at')}) AS vat, before.minor AS "beforeMinor",
  CASE WHEN before.minor <> 0 THEN ${heldAt('before.at')} ELSE '[]' END AS "vatBefore"
FROM (
  (SELECT p.id::text AS id, p.at, coalesce(p.method, 'CARD') AS method, p.amount_minor, p.reservation_id, NULL::uuid AS sold_id FROM reservation_payment p
   WHERE p.tenant_id = $1 AND p.state = 'ACCEPTED' AND p.amount_minor <> 0
     AND ${inPeriod('p.at')}
     AND (p.at, p.id::text) > ($4::timestamptz, $5::text)
   ORDER BY p.at, p.id::text LIMIT $6)
  UNION ALL
  (SELECT r.id::text, r.at, coalesce(r.method, pay.method, 'CARD'), -r.amount_minor, pay.reservation_id, NULL FROM reservation_refund r
   JOIN reservation_payment pay ON pay.tenant_id = r.tenant_id AND pay.id = r.payment_id
   WHERE r.tenant_id = $1
     AND ${inPeriod('r.at')}
     AND (r.at, r.id::text) > ($4::timestamptz, $5::text)
   ORDER BY r.at, r.id::text LIMIT $6)
  UNION ALL
  (SELECT e.voucher_id::text || '/' || e.number, e.at, 'VOUCHER', ${PAID_SHARE}, e.reservation_id, NULL FROM gift_voucher_entry e
   JOIN gift_voucher v ON v.tenant_id = e.tenant_id AND v.id = e.voucher_id AND v.vat_purpose = 'MULTI_PURPOSE'
   WHERE e.tenant_id = $1 AND e.reservation_id IS NOT NULL
     AND ${inPeriod('e.at')}
     AND (e.at, e.voucher_id::text || '/' || e.number) > ($4::timestamptz, $5::text)
   ORDER BY e.at, e.voucher_id::text || '/' || e.number LIMIT $6)
  UNION ALL
  (SELECT p.id::text, p.at, coalesce(p.method, 'CARD'), p.amount_minor, NULL, p.voucher_id FROM gift_voucher_payment p
   WHERE p.tenant_id = $1 AND p.state = 'ACCEPTED' AND p.amount_minor <> 0
     AND ${inPeriod('p.at')}
     AND (p.at, p.id::text) > ($4::timestamptz, $5::text)
   ORDER BY p.at, p.id::text LIMIT $6)
  UNION ALL
  (SELECT r.id::text, r.at, coalesce(r.method, pay.method, 'CARD'), -r.amount_minor, NULL, pay.voucher_id FROM gift_voucher_refund r
   JOIN gift_voucher_payment pay ON pay.tenant_id = r.tenant_id AND pay.id = r.payment_id
   WHERE r.tenant_id = $1
     AND ${inPeriod('r.at')}
     AND (r.at, r.id::text) > ($4::timestamptz, $5::text)
   ORDER BY r.at, r.id::text LIMIT $6)
) m
LEFT JOIN LATERAL (
  SELECT s.taxed, (v.total_ttc * 100)::int
    - coalesce((SELECT sum((share ->> 'amountMinor')::int) FROM jsonb_array_elements(s.taxed) share), 0)::int AS advance
  FROM gift_voucher_sale s JOIN gift_voucher v ON v.tenant_id = s.tenant_id AND v.id = s.voucher_id
  WHERE s.tenant_id = $1 AND s.voucher_id = m.sold_id) sale ON true
CROSS JOIN LATERAL (${BEFORE}) before
ORDER BY m.at, m.id LIMIT $6`;

interface MovementRow extends Movement, Record<string, unknown> {
  id: string;
  at: Date;
}

/** Payments and refunds of a period in the order of time, in batches of bounded size. */
export async function* movementsOf(
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { from, until }: StatementPeriod,
): AsyncGenerator<Movement[]> {
  let after: [at: Date, id: string] = [new Date(0), ''];
  for (;;) {
    const { rows } = await read((tx) =>
      tx.sql.query<MovementRow>(MOVEMENTS, [tx.tenantId, from, until, ...after, BATCH]),
    );
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = [last.at, last.id];
  }
}

/**
 * Gift vouchers that are redeemed bring no money: it came in when they were sold. A refund whose recording was undone has a
 * second row with the opposite sign: it lessens what was given back, on its day, and is nothing that came in.
 */
const TILL = `
SELECT to_char(m.at AT TIME ZONE current_setting('app.zone'), 'YYYY-MM-DD') AS day, m.method,
  count(*) FILTER (WHERE NOT m.is_refund)::int AS payments,
  coalesce(sum(m.minor) FILTER (WHERE NOT m.is_refund), 0)::float8 AS "receivedMinor",
  coalesce(sum(sign(m.minor)) FILTER (WHERE m.is_refund), 0)::int AS refunds,
  coalesce(sum(m.minor) FILTER (WHERE m.is_refund), 0)::float8 AS "givenBackMinor"
FROM (
  SELECT p.at, coalesce(p.method, 'CARD') AS method, p.amount_minor AS minor, false AS is_refund FROM reservation_payment p
  WHERE p.tenant_id = $1 AND p.state = 'ACCEPTED' AND p.amount_minor <> 0 AND ${inPeriod('p.at')}
  UNION ALL
  SELECT r.at, coalesce(r.method, p.method, 'CARD'), r.amount_minor, true FROM reservation_refund r
  JOIN reservation_payment p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
  WHERE r.tenant_id = $1 AND ${inPeriod('r.at')}
  UNION ALL
  SELECT p.at, coalesce(p.method, 'CARD'), p.amount_minor, false FROM gift_voucher_payment p
  WHERE p.tenant_id = $1 AND p.state = 'ACCEPTED' AND p.amount_minor <> 0 AND ${inPeriod('p.at')}
  UNION ALL
  SELECT r.at, coalesce(r.method, p.method, 'CARD'), r.amount_minor, true FROM gift_voucher_refund r
  JOIN gift_voucher_payment p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
  WHERE r.tenant_id = $1 AND ${inPeriod('r.at')}
) m
GROUP BY 1, 2
HAVING bool_or(NOT m.is_refund) OR sum(m.minor) <> 0 OR sum(sign(m.minor)) <> 0
ORDER BY 1, 2`;

/** Money of a period by local day and means of payment, in the order of time. A year has a few rows for each day. */
export const tillOf = async (tx: Tx, { from, until }: StatementPeriod): Promise<TillDay[]> =>
  (await tx.sql.query<TillDay & Record<string, unknown>>(TILL, [tx.tenantId, from, until])).rows;

const PERFORMANCES = `SELECT id FROM performance WHERE tenant_id = $1 AND date >= $2::date AND date <= $3::date
  ORDER BY date, starts_at, id`;

const PLACES = `
SELECT r.code AS reservation, r.state::text AS state, r.channel::text AS channel, r.created_at AS "soldAt",
  r.customer_name AS customer, r.customer_email AS email, s.name AS show, to_char(p.date, 'YYYY-MM-DD') AS date,
  coalesce(p.show_times[1], p.meal_times[1]) AS time, room.name AS room, item.category_name AS category,
  coalesce(seat.label, '') AS seat, item.formula_name AS formula, item.discount_minor AS "discountMinor",
  item.price_minor AS "priceMinor", t.code AS ticket
FROM reservation r
JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
JOIN room ON room.tenant_id = p.tenant_id AND room.id = p.room_id
JOIN reservation_item item ON item.tenant_id = r.tenant_id AND item.reservation_id = r.id AND item.canceled_at IS NULL
LEFT JOIN performance_seat seat ON seat.tenant_id = item.tenant_id AND seat.performance_id = item.performance_id AND seat.id = item.seat_id
LEFT JOIN ticket t ON t.tenant_id = item.tenant_id AND t.item_id = item.id AND t.state = 'VALIDATED'
WHERE r.tenant_id = $1 AND r.performance_id = $2 AND r.state IN ('VALIDATED', 'PRE_RESERVATION')
ORDER BY r.created_at, r.id, item.position`;

interface PlaceRow extends Record<string, unknown> {
  reservation: string;
  state: string;
  channel: string;
  soldAt: Date;
  customer: string;
  email: string | null;
  show: string;
  date: string;
  time: string | null;
  room: string;
  category: string;
  seat: string;
  formula: string;
  discountMinor: number;
  priceMinor: number;
  ticket: string | null;
}

/** Places of the reservations of a period, one batch for each performance. */
export async function* placesOf(
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { from, until }: StatementPeriod,
): AsyncGenerator<StatementRow[]> {
  const { rows: performances } = await read((tx) =>
    tx.sql.query<{ id: string }>(PERFORMANCES, [tx.tenantId, from, until]),
  );
  for (const { id } of performances) {
    const { rows } = await read((tx) => tx.sql.query<PlaceRow>(PLACES, [tx.tenantId, id]));
    yield rows.map((row) => [
      row.reservation,
      `state.${row.state}`,
      `channel.${row.channel}`,
      row.soldAt.toISOString(),
      row.customer,
      row.email,
      row.show,
      row.date,
      row.time,
      row.room,
      row.category,
      row.seat,
      row.formula,
      formatAmount(row.discountMinor),
      formatAmount(row.priceMinor),
      row.ticket,
    ]);
  }
}
