import { resourcesOf, type Resources } from '@coulisse/resource-server';
import { systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { reservation } from '../../resources';
import { currentYear } from '../../resources/performance-time.rules';
import { announceSeats, sellSeats } from '../holds/claim-seats.command';
import { freeExpired, shortenHold } from './hold-while-paying.command';
import { newSecret } from '../holds/hold.domain';
import { decide, REFUND_REASONS, type Outcome, type PaymentFact, type Sale, type Step } from './sale.domain';

export interface SaleRow {
  reservation_id: string;
  cart_id: string;
  performance_id: string;
  outcome: Outcome;
  payment_id: string | null;
  state: string;
  total_minor: number;
}

/** Locks in the order of every writer of sales: cart, reservation, then (by the caller) seats, then number series. */
export async function lockSale(tx: Tx, reservationId: string): Promise<SaleRow> {
  const key = [tx.tenantId, reservationId];
  await tx.sql.query(
    `SELECT 1 FROM cart WHERE tenant_id = $1 AND id = (SELECT cart_id FROM sale_process WHERE tenant_id = $1 AND reservation_id = $2) FOR UPDATE`,
    key,
  );
  await tx.sql.query('SELECT 1 FROM reservation WHERE tenant_id = $1 AND id = $2 FOR UPDATE', key);
  const { rows } = await tx.sql.query<SaleRow>(
    `SELECT s.reservation_id, s.cart_id, r.performance_id, s.outcome, s.payment_id, r.state, (r.total_ttc * 100)::int AS total_minor
     FROM sale_process s JOIN reservation r ON r.tenant_id = s.tenant_id AND r.id = s.reservation_id
     WHERE s.tenant_id = $1 AND s.reservation_id = $2`,
    key,
  );
  if (!rows[0]) throw new Error(`no sale of reservation ${reservationId}`);
  return rows[0];
}

/** Sells, and cancels what cannot be sold, whoever paid. */
const seller = (tx: Tx) => systemActor(tx.tenantId, 'ticketing.sale');

const saleOf = (row: SaleRow): Sale => ({
  outcome: row.outcome,
  paymentId: row.payment_id,
  reservationState: row.state,
  totalMinor: row.total_minor,
});

/** Records when a step was reached; only the first time counts. */
export async function recordStep(tx: Tx, reservationId: string, step: Step): Promise<void> {
  await tx.sql.query(
    `UPDATE sale_process SET steps = jsonb_build_object($3::text, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || steps
     WHERE tenant_id = $1 AND reservation_id = $2`,
    [tx.tenantId, reservationId, step],
  );
}

async function notePayment(tx: Tx, reservationId: string, fact: PaymentFact): Promise<void> {
  await tx.sql.query(
    `INSERT INTO reservation_payment (id, tenant_id, reservation_id, state, amount_minor) VALUES ($3, $1, $2, $4, $5)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, at = now(),
       amount_minor = CASE excluded.state WHEN 'ACCEPTED' THEN excluded.amount_minor ELSE reservation_payment.amount_minor END`,
    [
      tx.tenantId,
      reservationId,
      fact.paymentId,
      fact.kind.toUpperCase(),
      fact.kind === 'accepted' ? fact.amountMinor : 0,
    ],
  );
}

async function endSale(
  tx: Tx,
  reservationId: string,
  outcome: Outcome,
  paymentId: string | null,
): Promise<void> {
  await tx.sql.query(
    'UPDATE sale_process SET outcome = $3, payment_id = $4 WHERE tenant_id = $1 AND reservation_id = $2',
    [tx.tenantId, reservationId, outcome, paymentId],
  );
}

/** Money without seats: cancels the reservation, frees its cart for another choice and requests the refund. */
async function giveBack(
  tx: Tx,
  resources: Resources,
  sale: SaleRow,
  paymentId: string,
  { closes, cause }: { closes: boolean; cause: keyof typeof REFUND_REASONS },
): Promise<void> {
  const reason = REFUND_REASONS[cause];
  if (closes) {
    await endSale(tx, sale.reservation_id, 'REFUND', paymentId);
    if (sale.state !== 'CANCELED')
      await resources.of(reservation).transition(tx, seller(tx), sale.reservation_id, 'unfulfillable');
    await tx.sql.query(
      'UPDATE cart SET reservation_id = NULL WHERE tenant_id = $1 AND id = $2 AND reservation_id = $3',
      [tx.tenantId, sale.cart_id, sale.reservation_id],
    );
  }
  await tx.publish('ticketing.reservation.v1', sale.reservation_id, {
    $case: 'unfulfillable',
    value: { reservationId: sale.reservation_id, paymentId, reason },
  });
  await tx.sql.query(
    `UPDATE reservation_payment SET to_refund_minor = amount_minor - refunded_minor, refund_reason = $3 WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, paymentId, reason],
  );
}

const TICKETS = `
INSERT INTO ticket (id, tenant_id, reservation_id, item_id, performance_id, seat_id, code, secret, state)
SELECT uuidv7(), $1, $2, item.id, item.performance_id, item.seat_id, made.code, made.secret, 'VALIDATED'
FROM unnest($3::uuid[], $4::text[], $5::text[]) AS made (item_id, code, secret)
JOIN reservation_item item ON item.tenant_id = $1 AND item.id = made.item_id
RETURNING id, code`;

/** Issues numbered tickets, in the order of the seats. The series stays locked until the end, so this comes last. */
async function issueTickets(tx: Tx, reservationId: string, items: readonly string[]): Promise<string[]> {
  const codes = await tx.nextCode('ticket', 'T', currentYear(tx.zone), items.length);
  const secrets = items.map(newSecret);
  const { rows } = await tx.sql.query<{ id: string; code: string }>(TICKETS, [
    tx.tenantId,
    reservationId,
    items,
    codes,
    secrets,
  ]);
  return rows.sort((a, b) => a.code.localeCompare(b.code)).map(({ id }) => id);
}

/** Sells every seat of a locked reservation, or none. */
async function sell(tx: Tx, resources: Resources, sale: SaleRow, paymentId: string | null): Promise<boolean> {
  const { rows: items } = await tx.sql.query<{ id: string; seat_id: string }>(
    'SELECT id, seat_id FROM reservation_item WHERE tenant_id = $1 AND reservation_id = $2 ORDER BY position',
    [tx.tenantId, sale.reservation_id],
  );
  const seats = items.map(({ seat_id }) => seat_id);
  await tx.sql.query('SAVEPOINT seats');
  const sold = await sellSeats(
    tx,
    { performanceId: sale.performance_id, cartId: sale.cart_id },
    sale.reservation_id,
    seats,
  );
  if (sold.length < seats.length || seats.length === 0) {
    await tx.sql.query('ROLLBACK TO SAVEPOINT seats');
    return false;
  }
  await endSale(tx, sale.reservation_id, 'VALIDATED', paymentId);
  await resources.of(reservation).transition(tx, seller(tx), sale.reservation_id, 'valid');
  await tx.sql.query('UPDATE cart SET closed = true WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    sale.cart_id,
  ]);
  await recordStep(tx, sale.reservation_id, 'VALIDATED');
  await announceSeats(tx, sale.performance_id, seats, 'SOLD');
  const ticketIds = await issueTickets(
    tx,
    sale.reservation_id,
    items.map(({ id }) => id),
  );
  await recordStep(tx, sale.reservation_id, 'TICKETED');
  await tx.publish('ticketing.reservation.v1', sale.reservation_id, {
    $case: 'validated',
    value: {
      reservationId: sale.reservation_id,
      performanceId: sale.performance_id,
      paymentId: paymentId ?? '',
      ticketIds,
    },
  });
  return true;
}

/** Sells a reservation that needs no payment; returns false when a seat is taken. */
export async function sellReservation(tx: Tx, resources: Resources, reservationId: string): Promise<boolean> {
  return sell(tx, resources, await lockSale(tx, reservationId), null);
}

/** Applies a payment event. Idempotent for the same event. */
export async function settlePayment(
  tx: Tx,
  reservationId: string,
  fact: PaymentFact,
  ctx: ServiceContext,
): Promise<void> {
  const resources = resourcesOf(ctx);
  const sale = await lockSale(tx, reservationId);
  const decision = decide(saleOf(sale), fact);
  if (decision.do === 'ignore') return;
  await notePayment(tx, reservationId, fact);
  if (decision.do === 'reopen') {
    await tx.sql.query(
      'UPDATE sale_process SET outcome = $3, payment_id = NULL, attempt = attempt + 1 WHERE tenant_id = $1 AND reservation_id = $2',
      [tx.tenantId, reservationId, decision.outcome],
    );
    if (fact.kind === 'cancelled' && fact.expired && sale.payment_id === fact.paymentId)
      await freeExpired(tx, sale.cart_id);
    else await shortenHold(tx, sale.cart_id);
    return;
  }
  await recordStep(tx, reservationId, 'PAID');
  const cause = decision.do === 'refund' ? decision.reason : 'seats';
  if (decision.do === 'fulfil' && (await sell(tx, resources, sale, fact.paymentId))) return;
  ctx.log.warn({ reservationId, paymentId: fact.paymentId, why: cause }, 'sale.payment_given_back');
  const closes = decision.do === 'fulfil' || decision.closes;
  await giveBack(tx, resources, sale, fact.paymentId, { closes, cause });
}
