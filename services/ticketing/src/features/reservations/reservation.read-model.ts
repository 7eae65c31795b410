import { formatAmount } from '@coulisse/money';
import type { Language } from '@coulisse/contracts';
import type { Tx } from '@coulisse/service-kit';
import { vatOf, type VatLine } from '../checkout/vat.domain';
import type { VatPart } from '../checkout/pricing.domain';
import { STEPS, type Outcome, type Step, type Steps } from '../sale/sale.domain';
import { placeName, SHOWN_NUMBERS } from './place-name';
import { TICKETS_LATER } from '../ticket-dates/tickets-on';

export interface ReservationItem {
  id: string;
  seatId: string;
  row: string;
  number: string;
  /** As the buyer reads it. */
  seatLabel: string;
  formula: string;
  category: string;
  price: string;
  priceMinor: number;
  vat: VatPart[];
  /** A driver of the group sits there, free of charge. */
  isDriver: boolean;
  ticketId: string | null;
  ticketCode: string | null;
  ticketState: string | null;
  ticketSecret: string | null;
  /** Who comes with the ticket; null without a name. */
  holderName: string | null;
  /** Its ticket was passed on: the buyer does not have it. */
  isTransferred: boolean;
}

interface ItemRow {
  id: string;
  seat_id: string;
  row: string;
  number: string;
  tableId: string | null;
  showsSeat: boolean;
  showsTable: boolean;
  formula_name: string;
  category_name: string;
  price_minor: number;
  vat: VatPart[];
  is_driver: boolean;
  ticket_id: string | null;
  code: string | null;
  state: string | null;
  secret: string | null;
  holder_name: string | null;
  is_transferred: boolean;
}

const ITEM_COLUMNS = `i.id, i.seat_id, seat.row, seat.number, seat.table_id AS "tableId", ${SHOWN_NUMBERS}, i.formula_name, i.category_name,
       i.price_minor, i.vat, i.is_driver, t.id AS ticket_id, t.code, t.state, t.secret, i.holder_name, transfer.item_id IS NOT NULL AS is_transferred`;
const ITEM_SOURCES = `reservation_item i
JOIN performance_seat seat ON seat.tenant_id = i.tenant_id AND seat.performance_id = i.performance_id AND seat.id = i.seat_id
JOIN performance p ON p.tenant_id = i.tenant_id AND p.id = i.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id`;
const TRANSFER = `
LEFT JOIN ticket_transfer transfer ON transfer.tenant_id = i.tenant_id AND transfer.item_id = i.id AND transfer.revoked_at IS NULL`;

/** Places of reservation $2, with their tickets. */
export const ITEMS_OF_RESERVATION = `
SELECT ${ITEM_COLUMNS} FROM ${ITEM_SOURCES}
LEFT JOIN ticket t ON t.tenant_id = $1 AND t.reservation_id = $2 AND t.item_id = i.id ${TRANSFER}
WHERE i.tenant_id = $1 AND i.reservation_id = $2 AND i.canceled_at IS NULL
ORDER BY i.position`;

/** Those of several reservations, $2: found for each by itself, so that none reads all seats or all tickets. */
export const ITEMS_OF_RESERVATIONS = `
SELECT wanted.id AS reservation_id, item.* FROM unnest($2::uuid[]) AS wanted (id) CROSS JOIN LATERAL (
  SELECT ${ITEM_COLUMNS} FROM ${ITEM_SOURCES}
  LEFT JOIN ticket t ON t.tenant_id = $1 AND t.reservation_id = wanted.id AND t.item_id = i.id ${TRANSFER}
  WHERE i.tenant_id = $1 AND i.reservation_id = wanted.id AND i.canceled_at IS NULL
  ORDER BY i.position) item`;

/** @param reader Staff read the seat also where the show displays none. */
export async function itemsOf(
  tx: Tx,
  reservationId: string,
  language: Language,
  reader: 'BUYER' | 'STAFF' = 'BUYER',
): Promise<ReservationItem[]> {
  const { rows } = await tx.sql.query(ITEMS_OF_RESERVATION, [tx.tenantId, reservationId]);
  return itemsFrom(reader === 'STAFF' ? rows.map((row) => ({ ...row, showsSeat: true })) : rows, language);
}

export const itemsFrom = (rows: readonly object[] | undefined, language: Language): ReservationItem[] =>
  ((rows ?? []) as ItemRow[]).map((row) => ({
    id: row.id,
    seatId: row.seat_id,
    row: row.row,
    number: row.number,
    seatLabel: placeName(row, language),
    formula: row.formula_name,
    category: row.category_name,
    price: formatAmount(row.price_minor),
    priceMinor: row.price_minor,
    vat: row.vat,
    isDriver: row.is_driver,
    ticketId: row.ticket_id,
    ticketCode: row.code,
    ticketState: row.state,
    ticketSecret: row.secret,
    holderName: row.holder_name,
    isTransferred: row.is_transferred,
  }));

export const vatOfItems = (items: readonly Pick<ReservationItem, 'vat'>[]): VatLine[] =>
  vatOf(items.map(({ vat }) => vat));

export interface SaleProgress {
  outcome: Outcome;
  documentId: string | null;
  /** The tickets wait for the difference of an exchange. */
  isWithheld: boolean;
  /** Local day from which there are tickets, while it is still to come. */
  ticketsOn: string | null;
  steps: Steps;
}

/** The sequencer leaves the row of the sale alone: its tickets say when they were numbered. */
const PROGRESS = `
SELECT outcome, document_id, is_withheld, (SELECT ${TICKETS_LATER} FROM reservation r
    JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
    WHERE r.tenant_id = sale.tenant_id AND r.id = sale.reservation_id) AS tickets_on, jsonb_strip_nulls(jsonb_build_object('TICKETED',
    to_char((SELECT max(numbered_at) FROM ticket t WHERE t.tenant_id = sale.tenant_id AND t.reservation_id = sale.reservation_id)
      AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) || steps AS steps
FROM sale_process sale WHERE tenant_id = $1 AND reservation_id = $2`;

export async function progressOf(tx: Tx, reservationId: string): Promise<SaleProgress | null> {
  const { rows } = await tx.sql.query<{
    outcome: Outcome;
    document_id: string | null;
    is_withheld: boolean;
    tickets_on: string | null;
    steps: Steps;
  }>(PROGRESS, [tx.tenantId, reservationId]);
  const row = rows[0];
  return row
    ? {
        outcome: row.outcome,
        documentId: row.document_id,
        isWithheld: row.is_withheld,
        ticketsOn: row.tickets_on,
        steps: row.steps,
      }
    : null;
}

/** The steps reached so far, in their order. */
export const stepsOf = (steps: Steps): { step: Step; at: string }[] =>
  STEPS.flatMap((step) => {
    const at = steps[step];
    return at ? [{ step, at }] : [];
  });

export interface ReservationPayment {
  id: string;
  state: string;
  amountMinor: number;
  toRefundMinor: number;
  refundedMinor: number;
  refundReason: string | null;
  refundedAt: string | null;
  at: string;
}

interface PaymentRow {
  id: string;
  state: string;
  amount_minor: number;
  to_refund_minor: number;
  refunded_minor: number;
  refund_reason: string | null;
  refunded_at: Date | null;
  at: Date;
}

export async function paymentsOf(tx: Tx, reservationId: string): Promise<ReservationPayment[]> {
  const { rows } = await tx.sql.query<PaymentRow & Record<string, unknown>>(
    `SELECT id, state, amount_minor, to_refund_minor, refunded_minor, refund_reason, refunded_at, at FROM reservation_payment
     WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY at, id`,
    [tx.tenantId, reservationId],
  );
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    amountMinor: row.amount_minor,
    toRefundMinor: row.to_refund_minor,
    refundedMinor: row.refunded_minor,
    refundReason: row.refund_reason,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    at: row.at.toISOString(),
  }));
}

/** Pending and completed refunds of a reservation, over all its payments. */
export interface RefundSummary {
  toRefundMinor: number;
  refundedMinor: number;
  /** Of the last refund. */
  refundedAt: string | null;
  reasons: string[];
}

export function refundOf(payments: readonly ReservationPayment[]): RefundSummary | null {
  const concerned = payments.filter(({ toRefundMinor, refundedMinor }) => toRefundMinor + refundedMinor > 0);
  if (concerned.length === 0) return null;
  const dates = concerned.flatMap(({ refundedAt }) => (refundedAt ? [refundedAt] : []));
  return {
    toRefundMinor: concerned.reduce((sum, payment) => sum + payment.toRefundMinor, 0),
    refundedMinor: concerned.reduce((sum, payment) => sum + payment.refundedMinor, 0),
    refundedAt: dates.sort().at(-1) ?? null,
    reasons: [...new Set(concerned.flatMap(({ refundReason }) => (refundReason ? [refundReason] : [])))],
  };
}
