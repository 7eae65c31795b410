import type { Language } from '@coulisse/contracts';
import { Problem, type Tx } from '@coulisse/service-kit';
import type { CustomerFields } from '../../resources/reservation.resource';
import { fullName } from '../../resources/full-name';
import { organiserOf, type Organiser } from '../catalogue/performances.read-model';
import { PAID_BY_VOUCHER } from '../gift-vouchers/voucher-ledger.store';
import { KEEPS_DEPOSIT } from '../instalments/deposit-rule';
import { dueOfSchedule, instalmentsOf } from '../instalments/instalments.store';
import type { InstalmentProgress } from '../instalments/instalments.domain';
import { optionsOf } from '../options/reservation-options.store';
import { placeName, SHOWN_NUMBERS, type NamedPlace } from '../reservations/place-name';
import { paymentsOf, refundOf, type RefundSummary } from '../reservations/reservation.read-model';
import type { SignTicket } from '../ticket-codes/ticket-keys';
import { TICKETS_LATER } from '../ticket-dates/tickets-on';
import {
  amountToPay,
  cancelableUntil,
  exchangeableUntil,
  showsCodes,
  situationOf,
  type Situation,
} from './order.domain';

export interface OrderTicket {
  id: string;
  number: string;
  /** Content of the QR code. */
  code: string;
}

export interface OrderSeat {
  /** Names the place in changes of its ticket. */
  id: string;
  seat: string;
  category: string;
  categoryColor: string | null;
  formula: string;
  priceMinor: number;
  isCanceled: boolean;
  /** Who comes with the ticket, as the buyer wrote it. */
  holderName: string | null;
  /** To whom the ticket was passed on, and when they opened it; null when the buyer has it. */
  transfer: { name: string; email: string; openedAt: string | null } | null;
  /** Null while it has no number, when it opens no door, and when somebody else has it. */
  ticket: OrderTicket | null;
}

/** An order as its buyer sees it. */
export interface Order {
  code: string;
  situation: Situation;
  /** Until when a pre-reservation or an offer holds its seats. */
  deadline: string | null;
  show: { id: string; name: string; color: string | null };
  performance: { id: string; date: string; startsAt: string; mealTimes: string[]; showTimes: string[] };
  /** Time zone of the theatre, in which every time is meant. */
  zone: string;
  venue: { room: string; address: string };
  organiser: Organiser;
  buyer: { name: string; email: string };
  seats: OrderSeat[];
  /** What was bought with the places. */
  options: { name: string; quantity: number; detail: string | null; priceMinor: number }[];
  totalMinor: number;
  payment: { paidMinor: number; at: string; method: string } | null;
  /** What the buyer may pay now, and how the last attempt ended; null when nothing is due or no money is taken any more. */
  toPay: { amountMinor: number; lastAttempt: string | null } | null;
  /** The payments that were agreed for a pre-reservation, with what is paid of them. */
  instalments: { label: string; dueOn: string; amountMinor: number; paidMinor: number; state: string }[];
  refund: RefundSummary | null;
  /** The tickets are handed out when what is due is paid. */
  isWithheld: boolean;
  /** Local day from which there are tickets, while it is still to come. */
  ticketsOn: string | null;
  documentReady: boolean;
  mailSent: boolean;
  /** What was paid with a gift voucher and is on it again since the order was canceled. */
  backOnVoucherMinor: number;
  /** Until when the buyer may cancel, what is refunded, and what goes back to a gift voucher; null when they may not. */
  cancellation: { until: string; refundMinor: number; toVoucherMinor: number } | null;
  /** Number of its set of tickets: an exchange names the one that its buyer saw. Null before it is sold. */
  edition: number | null;
  /** Until when the buyer may take another date of the same show; null when they may not. */
  exchange: { until: string } | null;
  /** Whether the buyer may write names on the tickets and pass them on. */
  mayTransfer: boolean;
  /** Whether tickets may be added to the wallet of a phone. */
  hasWalletPasses: boolean;
  /** The same for Google Wallet, to which a link adds them. */
  hasWalletLinks: boolean;
}

interface HeadRow {
  code: string;
  state: string;
  deadline: Date | null;
  email: string;
  customer: CustomerFields | null;
  customer_name: string;
  total_minor: number;
  performance_id: string;
  date: string;
  starts_at: Date;
  meal_times: string[];
  show_times: string[];
  is_performance_canceled: boolean;
  show_id: string;
  show_name: string;
  show_color: string | null;
  room: string;
  address: string;
  document_id: string | null;
  is_mailed: boolean;
  last_method: string | null;
  voucher_minor: number;
  voucher_at: Date | null;
  back_on_voucher_minor: number;
  arrived_count: number;
  cancellation_hours: number | null;
  cancelable_until: Date | null;
  exchange_hours: number | null;
  may_transfer: boolean;
  has_wallet_passes: boolean;
  has_wallet_links: boolean;
  edition: number | null;
  is_withheld: boolean;
  tickets_on: string | null;
  keeps_deposit: boolean;
}

const HEAD = `
SELECT r.code, r.state, r.deadline, coalesce(r.customer_email, '') AS email, r.customer_fields AS customer, r.customer_name,
       (r.total_ttc * 100)::int AS total_minor, p.id AS performance_id, to_char(p.date, 'YYYY-MM-DD') AS date, p.starts_at,
       p.meal_times, p.show_times, p.is_cancelled AS is_performance_canceled, s.id AS show_id, s.name AS show_name,
       s.color AS show_color, m.name AS room,
       coalesce(nullif(concat_ws(', ', nullif(m.address, ''), nullif(m.city, '')), ''), nullif(t.address, ''), t.city, '') AS address,
       ${KEEPS_DEPOSIT} AS keeps_deposit, r.arrived_count, own.online_cancellation_hours AS cancellation_hours, p.cancelable_until,
       own.online_exchange_hours AS exchange_hours, coalesce(own.ticket_transfers, false) AS may_transfer,
       own.wallet_certificate IS NOT NULL AS has_wallet_passes, own.google_wallet_key IS NOT NULL AS has_wallet_links, sale.edition, coalesce(sale.is_withheld, false) AS is_withheld, ${TICKETS_LATER} AS tickets_on, sale.document_id, coalesce(sale.steps ? 'MAILED', false) AS is_mailed,
       (SELECT pay.method FROM reservation_payment pay WHERE pay.tenant_id = r.tenant_id AND pay.reservation_id = r.id
         AND pay.state = 'ACCEPTED' ORDER BY pay.at DESC LIMIT 1) AS last_method,
       ${PAID_BY_VOUCHER} AS voucher_minor,
       (SELECT max(e.at) FROM gift_voucher_entry e WHERE e.tenant_id = r.tenant_id AND e.reservation_id = r.id) AS voucher_at,
       CASE r.state WHEN 'CANCELED' THEN coalesce((r.gift_voucher_amount * 100)::int, 0) ELSE 0 END AS back_on_voucher_minor
FROM reservation r
JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
JOIN room m ON m.tenant_id = p.tenant_id AND m.id = p.room_id
LEFT JOIN sale_process sale ON sale.tenant_id = r.tenant_id AND sale.reservation_id = r.id
LEFT JOIN tenant_profile t ON t.tenant_id = r.tenant_id
LEFT JOIN settings own ON own.tenant_id = r.tenant_id
WHERE r.tenant_id = $1 AND r.id = $2`;

interface SeatRow extends NamedPlace {
  id: string;
  holder_name: string | null;
  receiver: string | null;
  receiver_email: string | null;
  opened_at: Date | null;
  category_name: string;
  category_color: string | null;
  formula_name: string;
  price_minor: number;
  is_canceled: boolean;
  performance_id: string;
  ticket_id: string | null;
  ticket_number: string | null;
}

/** Every place that was bought and not exchanged, those that were given back last; tickets only while they are valid. */
const SEATS = `
SELECT i.id, i.holder_name, x.name AS receiver, x.email AS receiver_email, x.opened_at,
       seat.row, seat.number, seat.table_id AS "tableId", ${SHOWN_NUMBERS}, i.category_name, c.color AS category_color, i.formula_name, i.price_minor,
       i.canceled_at IS NOT NULL AS is_canceled, i.performance_id, t.id AS ticket_id, t.code AS ticket_number
FROM reservation_item i
JOIN performance_seat seat ON seat.tenant_id = i.tenant_id AND seat.performance_id = i.performance_id AND seat.id = i.seat_id
JOIN performance p ON p.tenant_id = i.tenant_id AND p.id = i.performance_id
JOIN show s ON s.tenant_id = p.tenant_id AND s.id = p.show_id
LEFT JOIN seat_category c ON c.tenant_id = seat.tenant_id AND c.id = seat.category_id
LEFT JOIN ticket_transfer x ON x.tenant_id = i.tenant_id AND x.item_id = i.id AND x.revoked_at IS NULL
LEFT JOIN ticket t ON t.tenant_id = i.tenant_id AND t.reservation_id = i.reservation_id AND t.item_id = i.id
  AND t.state = 'VALIDATED' AND t.code IS NOT NULL AND i.canceled_at IS NULL
WHERE i.tenant_id = $1 AND i.reservation_id = $2 AND i.cancel_cause IS DISTINCT FROM 'CHANGED'
ORDER BY i.canceled_at IS NOT NULL, i.position, i.id`;

const seatOf = (row: SeatRow, codeOf: SignTicket | null, language: Language): OrderSeat => ({
  id: row.id,
  seat: placeName(row, language),
  category: row.category_name,
  categoryColor: row.category_color,
  formula: row.formula_name,
  priceMinor: row.price_minor,
  isCanceled: row.is_canceled,
  holderName: row.holder_name,
  transfer:
    row.receiver === null
      ? null
      : {
          name: row.receiver,
          email: row.receiver_email ?? '',
          openedAt: row.opened_at?.toISOString() ?? null,
        },
  ticket:
    codeOf && row.receiver === null && row.ticket_id !== null && row.ticket_number !== null
      ? {
          id: row.ticket_id,
          number: row.ticket_number,
          code: codeOf({ performanceId: row.performance_id, ticketId: row.ticket_id }),
        }
      : null,
});

type Payments = Awaited<ReturnType<typeof paymentsOf>>;

/** What was paid, gift vouchers included, and how the last time; null before the first payment. */
function paymentOf(
  payments: Payments,
  { last_method: method, voucher_minor: voucherMinor, voucher_at: voucherAt }: HeadRow,
): Order['payment'] {
  const accepted = payments.filter(({ state }) => state === 'ACCEPTED');
  const last = accepted.at(-1);
  if (!last)
    return voucherAt && voucherMinor > 0
      ? { paidMinor: voucherMinor, at: voucherAt.toISOString(), method: 'VOUCHER' }
      : null;
  const paidMinor = accepted.reduce((sum, { amountMinor }) => sum + amountMinor, voucherMinor);
  return { paidMinor, at: last.at, method: method ?? 'CARD' };
}

/** What is left to pay, as the buyer may pay it. */
function toPayOf(
  payments: Payments,
  head: HeadRow,
  { situation, instalments }: { situation: Situation; instalments: readonly InstalmentProgress[] },
  now: Date,
): Order['toPay'] {
  const { deadline, total_minor: totalMinor, voucher_minor: voucherMinor } = head;
  const paidMinor = voucherMinor + refundableMinor(payments);
  const leftMinor = amountToPay({ situation, deadline, totalMinor, paidMinor }, now);
  const { amountMinor } = dueOfSchedule(instalments, leftMinor);
  const last = payments.at(-1);
  return amountMinor > 0 ? { amountMinor, lastAttempt: last?.state ?? null } : null;
}

/** What a cancellation gives back: what was paid, without what is refunded already or will be. */
const refundableMinor = (payments: Payments): number =>
  payments
    .filter(({ state }) => state === 'ACCEPTED')
    .reduce((sum, payment) => sum + payment.amountMinor - payment.toRefundMinor - payment.refundedMinor, 0);

export interface OrderRequest {
  reservationId: string;
  language: Language;
  /** Signs codes with the key of the tenant. */
  signer: (tx: Tx) => Promise<SignTicket>;
}

/** An order in seven statements at most; a 404 when its reservation is gone. */
export async function readOrder(
  tx: Tx,
  { reservationId, language, signer }: OrderRequest,
): Promise<Order & { documentId: string | null }> {
  const values = [tx.tenantId, reservationId];
  const { rows: heads } = await tx.sql.query<HeadRow & Record<string, unknown>>(HEAD, values);
  const [head] = heads;
  if (!head) throw new Problem('http.404');
  const { rows } = await tx.sql.query<SeatRow & Record<string, unknown>>(SEATS, values);
  const now = new Date();
  const situation = situationOf(
    {
      state: head.state,
      isPerformanceCanceled: head.is_performance_canceled,
      hasCanceledSeats: rows.some(({ is_canceled }) => is_canceled),
      startsAt: head.starts_at,
    },
    now,
  );
  const facts = { situation, arrivedCount: head.arrived_count, startsAt: head.starts_at };
  const ofCancellation = { hours: head.cancellation_hours, postponedUntil: head.cancelable_until };
  const until = cancelableUntil({ ...facts, ...ofCancellation }, now);
  const hasTransfers = rows.some(({ receiver }) => receiver !== null);
  const ofExchange = { hours: head.exchange_hours, postponedUntil: null };
  const exchangeUntil = hasTransfers ? null : exchangeableUntil({ ...facts, ...ofExchange }, now);
  const { is_withheld: isWithheld, tickets_on: ticketsOn } = head;
  const hasTickets = !isWithheld && ticketsOn === null;
  const codeOf = showsCodes(situation) && hasTickets ? await signer(tx) : null;
  const payments = await paymentsOf(tx, reservationId);
  const options = await optionsOf(tx, reservationId);
  const paidMinor = head.voucher_minor + refundableMinor(payments);
  const instalments = situation === 'PRE_RESERVED' ? await instalmentsOf(tx, reservationId, paidMinor) : [];
  const { firstName = '', lastName = '' } = head.customer ?? {};
  const hasDocument = hasTickets && (showsCodes(situation) || situation === 'PAST');
  return {
    code: head.code,
    situation,
    deadline: head.deadline?.toISOString() ?? null,
    show: { id: head.show_id, name: head.show_name, color: head.show_color },
    performance: {
      id: head.performance_id,
      date: head.date,
      startsAt: head.starts_at.toISOString(),
      mealTimes: head.meal_times,
      showTimes: head.show_times,
    },
    zone: tx.zone,
    venue: { room: head.room, address: head.address },
    organiser: await organiserOf(tx),
    buyer: {
      name: fullName({ firstName, lastName }) || head.customer_name,
      email: head.email,
    },
    seats: rows.map((row) => seatOf(row, codeOf, language)),
    options: options.map(({ name, quantity, detail, priceMinor }) => ({
      name,
      quantity,
      detail,
      priceMinor,
    })),
    totalMinor: head.total_minor,
    payment: paymentOf(payments, head),
    toPay: toPayOf(payments, head, { situation, instalments }, now),
    instalments: instalments.map(({ label, dueOn, amountMinor, paidMinor, state }) => ({
      label,
      dueOn,
      amountMinor,
      paidMinor,
      state,
    })),
    refund: refundOf(payments),
    isWithheld,
    ticketsOn: showsCodes(situation) ? ticketsOn : null,
    documentReady: hasDocument && head.document_id !== null,
    documentId: hasDocument ? head.document_id : null,
    mailSent: head.is_mailed,
    backOnVoucherMinor: head.back_on_voucher_minor,
    cancellation: until && {
      until: until.toISOString(),
      refundMinor: head.keeps_deposit ? 0 : refundableMinor(payments),
      toVoucherMinor: head.voucher_minor,
    },
    edition: head.edition,
    mayTransfer: head.may_transfer && codeOf !== null,
    hasWalletPasses: head.has_wallet_passes && codeOf !== null,
    hasWalletLinks: head.has_wallet_links && codeOf !== null,
    exchange: exchangeUntil && { until: exchangeUntil.toISOString() },
  };
}
