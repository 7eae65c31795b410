import { resourcesOf, type Resources } from '@coulisse/resource-server';
import { NotTogether, Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { counter, currentTrace } from '@coulisse/service-kit/telemetry';
import { v7 as uuidv7 } from 'uuid';
import { reservation } from '../../resources';
import { currentYear } from '../../resources/performance-time.rules';
import { giveBackToVoucher, PAID_BY_VOUCHER } from '../gift-vouchers/voucher-ledger.store';
import { announceSeats, sellSeats } from '../holds/claim-seats.command';
import { freeExpired, shortenHold } from './hold-while-paying.command';
import { newSecret } from '../holds/hold.domain';
import type { TicketSequencer } from '../ticket-numbers/ticket-sequencer';
import { HAS_OPTION_TICKETS, issueOptionTickets } from '../options/option-tickets.store';
import { reserveUse, UNRESERVED_CODE } from '../promotion-codes/promotion-use.store';
import { holdUntil } from '../desk/hold-until.command';
import { HAS_SCHEDULE } from '../instalments/instalments.store';
import { tellMoney } from '../paid-money/tell-money';
import { isSaleLocked } from './lock-sales';
import { decide, REFUND_REASONS, type Outcome, type PaymentFact, type Sale, type Step } from './sale.domain';

const sales = counter('coulisse.sales', {
  description: 'Sales by tenant and outcome: validated, or given back because seats or the order were gone',
  unit: '{sale}',
});
const seatsSold = counter('coulisse.seats.sold', { description: 'Seats sold, by tenant', unit: '{seat}' });

export interface SaleRow {
  reservation_id: string;
  cart_id: string;
  performance_id: string;
  outcome: Outcome;
  payment_id: string | null;
  state: string;
  total_minor: number;
  has_schedule: boolean;
  has_option_tickets: boolean;
  paid_minor: number;
  /** Payments that were accepted. */
  applied: readonly string[];
  /** What is sold, in the order of the seats. */
  items: readonly { readonly id: string; readonly seatId: string }[];
  /** Its promotion code when it has no use of it any more. */
  unreserved_code: string | null;
}

const LOCK_CART = `SELECT 1 FROM cart WHERE tenant_id = $1
  AND id = (SELECT cart_id FROM sale_process WHERE tenant_id = $1 AND reservation_id = $2) FOR UPDATE`;
const LOCK_RESERVATION = 'SELECT 1 FROM reservation WHERE tenant_id = $1 AND id = $2 FOR UPDATE';
const SALE = `SELECT s.reservation_id, s.cart_id, r.performance_id, s.outcome, s.payment_id, r.state,
    (r.total_ttc * 100)::int AS total_minor, ${HAS_SCHEDULE} AS has_schedule,
    ${HAS_OPTION_TICKETS} AS has_option_tickets, ${UNRESERVED_CODE} AS unreserved_code,
    (SELECT coalesce(sum(p.amount_minor - p.to_refund_minor - p.refunded_minor), 0)::int FROM reservation_payment p
     WHERE p.tenant_id = r.tenant_id AND p.reservation_id = r.id AND p.state = 'ACCEPTED') + ${PAID_BY_VOUCHER} AS paid_minor,
    ARRAY(SELECT p.id::text FROM reservation_payment p
     WHERE p.tenant_id = r.tenant_id AND p.reservation_id = r.id AND p.state = 'ACCEPTED') AS applied,
    (SELECT coalesce(json_agg(json_build_object('id', item.id, 'seatId', item.seat_id) ORDER BY item.position), '[]')
     FROM reservation_item item WHERE item.tenant_id = r.tenant_id AND item.reservation_id = r.id AND item.canceled_at IS NULL) AS items
  FROM sale_process s JOIN reservation r ON r.tenant_id = s.tenant_id AND r.id = s.reservation_id
  WHERE s.tenant_id = $1 AND s.reservation_id = $2`;

/**
 * Locks in the order of every writer of sales: cart, reservation, then (by the caller) seats. Each
 * statement of the message sees what those before it have waited for.
 */
export async function lockSale(tx: Tx, reservationId: string): Promise<SaleRow> {
  const values = [tx.tenantId, reservationId];
  const locks = isSaleLocked(tx, reservationId)
    ? []
    : [
        { name: 'lock-cart-of-sale', text: LOCK_CART, values },
        { name: 'lock-reservation', text: LOCK_RESERVATION, values },
      ];
  const results = await tx.sql.batch([...locks, { name: 'sale', text: SALE, values }]);
  const [sale] = (results.at(-1)?.rows ?? []) as unknown as SaleRow[];
  if (!sale) throw new Error(`no sale of reservation ${reservationId}`);
  return sale;
}

/** Sells, and cancels what cannot be sold, whoever paid. */
const seller = (tx: Tx) => systemActor(tx.tenantId, 'ticketing.sale');

const saleOf = (row: SaleRow, { paymentId }: PaymentFact): Sale => ({
  outcome: row.outcome,
  paymentId: row.payment_id,
  reservationState: row.state,
  totalMinor: row.total_minor,
  paidMinor: row.paid_minor,
  hasSchedule: row.has_schedule,
  isApplied: row.applied.includes(paymentId),
});

/** `$n::text[]` as an object: when each step was reached. Joined before the stored ones, of which the first time counts. */
const reached = (steps: string) => `coalesce((SELECT jsonb_object_agg(step,
    to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) FROM unnest(${steps}::text[]) AS step), '{}')`;
const RECORD_STEP = `UPDATE sale_process SET steps = ${reached('$3')} || steps WHERE tenant_id = $1 AND reservation_id = $2`;

/** Records when a step was reached; only the first time counts. */
export function recordStep(tx: Tx, reservationId: string, step: Step): void {
  tx.defer({ text: RECORD_STEP, values: [tx.tenantId, reservationId, [step]] });
}

/** Changes a reservation $2 with the value $4, and records the step that it reached by it. */
export function recordStepAfter(
  tx: Tx,
  change: string,
  { reservationId, step, value }: { reservationId: string; step: Step; value: string },
): void {
  const values = [tx.tenantId, reservationId, [step], value];
  tx.defer({ text: `WITH changed AS (${change}) ${RECORD_STEP}`, values });
}

/** Tickets of an earlier edition are void, in part or all of them: their document is not noted. */
const NOTE_DOCUMENT = `UPDATE sale_process SET document_id = $4, steps = ${reached('$3')} || steps
  WHERE tenant_id = $1 AND reservation_id = $2 AND outcome = 'VALIDATED' AND edition = $5`;

/** Notes the document with the tickets of a sale. */
export function noteTicketsDocument(
  tx: Tx,
  { reservationId, documentId, edition }: { reservationId: string; documentId: string; edition: number },
): void {
  const step: Step = 'RENDERED';
  tx.defer({ text: NOTE_DOCUMENT, values: [tx.tenantId, reservationId, [step], documentId, edition] });
}

const NOTE_PAYMENT = `INSERT INTO reservation_payment (id, tenant_id, reservation_id, state, amount_minor, method)
  VALUES ($3, $1, $2, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET state = excluded.state, at = now(), method = excluded.method,
    amount_minor = CASE excluded.state WHEN 'ACCEPTED' THEN excluded.amount_minor ELSE reservation_payment.amount_minor END`;

function notePayment(tx: Tx, reservationId: string, fact: PaymentFact): void {
  const amountMinor = fact.kind === 'accepted' ? fact.amountMinor : 0;
  const values = [tx.tenantId, reservationId, fact.paymentId, fact.kind.toUpperCase(), amountMinor];
  const method = fact.kind === 'accepted' ? fact.method || 'CARD' : null;
  tx.defer({ text: NOTE_PAYMENT, values: [...values, method] });
}

const END_SALE = `UPDATE sale_process SET outcome = $3, payment_id = $4, steps = ${reached('$5')} || steps
  WHERE tenant_id = $1 AND reservation_id = $2`;

/** Ends a sale with the steps that it has reached; only the first time of each counts. */
function endSale(
  tx: Tx,
  reservationId: string,
  outcome: Outcome,
  paymentId: string | null,
  steps: readonly Step[],
): void {
  tx.defer({ text: END_SALE, values: [tx.tenantId, reservationId, outcome, paymentId, steps] });
}

const FREE_CART =
  'UPDATE cart SET reservation_id = NULL WHERE tenant_id = $1 AND id = $2 AND reservation_id = $3';
const MARK_FOR_REFUND = `UPDATE reservation_payment SET to_refund_minor = amount_minor - refunded_minor, refund_reason = $3
  WHERE tenant_id = $1 AND id = $2`;

/** Money without seats: cancels the reservation, frees its cart for another choice and requests the refund. */
async function giveBack(
  tx: Tx,
  resources: Resources,
  sale: SaleRow,
  paymentId: string,
  { closes, cause }: { closes: boolean; cause: keyof typeof REFUND_REASONS },
): Promise<void> {
  const reason = REFUND_REASONS[cause];
  if (!closes) recordStep(tx, sale.reservation_id, 'PAID');
  else {
    endSale(tx, sale.reservation_id, 'REFUND', paymentId, ['PAID']);
    await giveBackToVoucher(tx, sale.reservation_id);
    if (sale.state !== 'CANCELED')
      await resources.of(reservation).transition(tx, seller(tx), sale.reservation_id, 'unfulfillable');
    tx.defer({ text: FREE_CART, values: [tx.tenantId, sale.cart_id, sale.reservation_id] });
  }
  // Deposits that were paid before come back with the payment that ends the sale; what a cancellation has kept does not.
  const hasDeposits = closes && sale.state === 'PRE_RESERVATION';
  const deposits = hasDeposits ? sale.applied : [];
  for (const id of new Set([...deposits, paymentId])) {
    await tx.publish('ticketing.reservation.v1', sale.reservation_id, {
      $case: 'unfulfillable',
      value: { reservationId: sale.reservation_id, paymentId: id, reason },
    });
    tx.defer({ text: MARK_FOR_REFUND, values: [tx.tenantId, id, reason] });
  }
}

/** Lists that subqueries read have no length for the planner, which would plan again for each. */
const TICKETS = `
INSERT INTO ticket (id, tenant_id, reservation_id, item_id, performance_id, seat_id, series_year, secret, state, traceparent)
SELECT made.id, $1, $2, item.id, item.performance_id, item.seat_id, $5, made.secret, 'VALIDATED', $7
FROM unnest((SELECT $3::uuid[]), (SELECT $4::uuid[]), (SELECT $6::text[])) AS made (id, item_id, secret)
JOIN reservation_item item ON item.tenant_id = $1 AND item.id = made.item_id`;

/** Issues tickets in the order of the seats. Their numbers follow after the commit: a sale waits for no other one. */
export function issueTickets(tx: Tx, reservationId: string, items: readonly string[]): string[] {
  const ids = items.map(() => uuidv7());
  const secrets = items.map(newSecret);
  const traceparent = currentTrace()?.traceparent ?? null;
  const values = [tx.tenantId, reservationId, ids, items, currentYear(tx.zone), secrets, traceparent];
  tx.defer({ text: TICKETS, values });
  return ids;
}

/** The cart of a sale is closed in the statement that ends it. */
const END_SOLD = `WITH closed AS (UPDATE cart SET closed = true WHERE tenant_id = $1 AND id = $6) ${END_SALE}`;

/** What a sale needs beside its transaction. */
export interface SaleParts {
  readonly resources: Resources;
  readonly sequencer: TicketSequencer;
}

/**
 * A payment that arrives after its order was abandoned: another one may have taken its use of a promotion code, or left it.
 * Codes are locked before seats: such a sale is settled by itself.
 */
async function hasItsUse(tx: Tx, sale: SaleRow): Promise<boolean> {
  const { reservation_id: reservationId, unreserved_code: code } = sale;
  if (code === null) return true;
  if (isSaleLocked(tx, reservationId))
    throw new NotTogether(`reservation ${reservationId} has no use of its promotion code`);
  return reserveUse(tx, code, reservationId);
}

/** Sells every seat of a locked reservation, or none. */
async function sell(
  tx: Tx,
  { resources, sequencer }: SaleParts,
  sale: SaleRow,
  paymentId: string | null,
): Promise<boolean> {
  const { reservation_id: reservationId, performance_id: performanceId, cart_id: cartId, items } = sale;
  const seats = items.map(({ seatId }) => seatId);
  if (!(await hasItsUse(tx, sale))) return false;
  // The seats of sales that are settled together are locked already, and their cart's.
  const isCertain = isSaleLocked(tx, reservationId);
  if (!isCertain) tx.defer({ text: 'SAVEPOINT seats' });
  const sold = await sellSeats(tx, { performanceId, cartId }, reservationId, seats);
  if (sold.length < seats.length || seats.length === 0) {
    if (isCertain) throw new NotTogether(`reservation ${reservationId} does not get its seats`);
    await tx.sql.query('ROLLBACK TO SAVEPOINT seats');
    return false;
  }
  const steps: Step[] = paymentId === null ? ['VALIDATED'] : ['PAID', 'VALIDATED'];
  const outcome: Outcome = 'VALIDATED';
  tx.defer({ text: END_SOLD, values: [tx.tenantId, reservationId, outcome, paymentId, steps, cartId] });
  await resources.of(reservation).transition(tx, seller(tx), reservationId, 'valid');
  await announceSeats(tx, performanceId, seats, 'SOLD');
  const itemIds = items.map(({ id }) => id);
  const ticketIds = issueTickets(tx, reservationId, itemIds);
  if (sale.has_option_tickets) issueOptionTickets(tx, reservationId, performanceId);
  tx.afterCommit(() => {
    sequencer.wake(tx.tenantId);
    sales()?.add(1, { 'coulisse.tenant.id': tx.tenantId, 'coulisse.outcome': 'validated' });
    seatsSold()?.add(seats.length, { 'coulisse.tenant.id': tx.tenantId });
  });
  await tx.publish('ticketing.reservation.v1', reservationId, {
    $case: 'validated',
    value: { reservationId, performanceId, paymentId: paymentId ?? '', ticketIds },
  });
  return true;
}

const REOPEN = `UPDATE sale_process SET outcome = $3, payment_id = NULL, attempt = attempt + 1
  WHERE tenant_id = $1 AND reservation_id = $2`;

/** Sells a reservation that needs no payment; returns false when a seat is taken. */
export async function sellReservation(tx: Tx, parts: SaleParts, reservationId: string): Promise<boolean> {
  return sell(tx, parts, await lockSale(tx, reservationId), null);
}

const RELEASE = `UPDATE sale_process SET is_withheld = false, edition = edition + 1, document_id = NULL,
    steps = steps - 'RENDERED' - 'MAILED'
  WHERE tenant_id = $1 AND reservation_id = $2 AND is_withheld RETURNING edition`;

/** Hands out the tickets that waited for the difference of an exchange: they are rendered and mailed as another edition. */
async function releaseTickets(tx: Tx, sale: SaleRow, paidMinor: number): Promise<void> {
  const { reservation_id: reservationId, performance_id: performanceId, total_minor: totalMinor } = sale;
  if (paidMinor < totalMinor) return;
  const { rows } = await tx.sql.query<{ edition: number }>(RELEASE, [tx.tenantId, reservationId]);
  const [released] = rows;
  if (!released) return;
  await tx.publish('ticketing.reservation.v1', reservationId, {
    $case: 'changed',
    value: { reservationId, performanceId, edition: released.edition, totalMinor },
  });
}

const STARTS_AT = 'SELECT starts_at FROM performance WHERE tenant_id = $1 AND id = $2';

/** A part of a pre-reservation was paid: nobody else gets its seats before the performance begins. False when somebody has them. */
async function takeDeposit(tx: Tx, resources: Resources, sale: SaleRow): Promise<boolean> {
  const { reservation_id: reservationId, performance_id: performanceId } = sale;
  if (isSaleLocked(tx, reservationId)) throw new NotTogether(`reservation ${reservationId} has a deposit`);
  const { rows } = await tx.sql.query<{ starts_at: Date }>(STARTS_AT, [tx.tenantId, performanceId]);
  const until = rows[0]?.starts_at ?? new Date();
  tx.defer({ text: 'SAVEPOINT deposit' });
  try {
    if (until > new Date()) await holdUntil(tx, reservationId, until, { named: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await tx.sql.query('ROLLBACK TO SAVEPOINT deposit');
    return false;
  }
  recordStep(tx, reservationId, 'PAID');
  const input = { deadline: until.toISOString() };
  await resources.of(reservation).transition(tx, seller(tx), reservationId, 'take_deposit', input);
  return true;
}

/** Has the buyer told of a part that was paid. */
async function tellDeposit(tx: Tx, reservationId: string, fact: PaymentFact): Promise<void> {
  if (fact.kind !== 'accepted') return;
  const { paymentId, amountMinor } = fact;
  await tx.publish('ticketing.reservation.v1', reservationId, {
    $case: 'depositTaken',
    value: { reservationId, paymentId, amountMinor },
  });
}

/** Applies a payment event. Idempotent for the same event. */
export async function settlePayment(
  tx: Tx,
  reservationId: string,
  fact: PaymentFact,
  ctx: ServiceContext,
  sequencer: TicketSequencer,
): Promise<void> {
  const resources = resourcesOf(ctx);
  const sale = await lockSale(tx, reservationId);
  const decision = decide(saleOf(sale, fact), fact);
  if (decision.do === 'ignore') return;
  notePayment(tx, reservationId, fact);
  if (decision.do === 'note') return;
  if (decision.do === 'reopen') {
    tx.defer({ text: REOPEN, values: [tx.tenantId, reservationId, decision.outcome] });
    // A pre-reservation keeps its seats until its deadline, however often a payment is tried.
    if (sale.state === 'PRE_RESERVATION') return;
    if (fact.kind === 'cancelled' && fact.expired && sale.payment_id === fact.paymentId)
      await freeExpired(tx, sale.cart_id);
    else await shortenHold(tx, sale.cart_id);
    return;
  }
  if (decision.do === 'credit') {
    recordStep(tx, reservationId, 'PAID');
    await tellMoney(tx, reservationId);
    if (fact.kind === 'accepted') await releaseTickets(tx, sale, sale.paid_minor + fact.amountMinor);
    return;
  }
  if (decision.do === 'deposit' && (await takeDeposit(tx, resources, sale))) {
    await tellMoney(tx, reservationId);
    return tellDeposit(tx, reservationId, fact);
  }
  const cause = decision.do === 'refund' ? decision.reason : 'seats';
  if (decision.do === 'fulfil' && (await sell(tx, { resources, sequencer }, sale, fact.paymentId))) return;
  ctx.log.warn({ reservationId, paymentId: fact.paymentId, why: cause }, 'sale.payment_given_back');
  tx.afterCommit(() =>
    sales()?.add(1, { 'coulisse.tenant.id': tx.tenantId, 'coulisse.outcome': 'given-back' }),
  );
  const closes = decision.do !== 'refund' || decision.closes;
  await giveBack(tx, resources, sale, fact.paymentId, { closes, cause });
}
