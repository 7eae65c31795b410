import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { v7 as uuid } from 'uuid';
import type { OrderReference } from './order-reference.domain';
import { settlement, type AttemptOutcome, type PaymentState, type Settlement } from './settlement.domain';

/** An attempt to pay as a provider reported it, its signature already checked. */
export interface ReportedAttempt {
  order: OrderReference | null;
  reference: string;
  amountMinor: number | null;
  callNumber: string;
  transactionNumber: string;
  authorisation: string;
  code: string;
  outcome: AttemptOutcome;
}

interface StoredPayment {
  id: string;
  state: PaymentState;
  reservation_id: string;
  amount_minor: string;
  currency: string;
  reference: string;
}

/** Applies an attempt to the payment that its reference names, once however often it is reported. */
export async function settleAttempt(attempt: ReportedAttempt, ctx: ServiceContext): Promise<void> {
  try {
    const found = attempt.order && (await findTenant(attempt.order.token, ctx));
    if (!found) throw new Problem('payment.unknown-order');
    const actor = systemActor(found.tenantId, 'payments.notification');
    await ctx.db.inTenant(actor, async (tx) => {
      const payment = await lockPayment(found.paymentId, tx);
      checkOrder(attempt, payment);
      if (!(await isFirstReport(attempt, payment, tx))) return;
      await apply(settlement(payment.state, attempt.outcome), attempt, payment, tx);
    });
  } catch (error) {
    if (error instanceof Problem) {
      ctx.log.warn(
        { code: error.code, order: attempt.order?.code },
        'a signed payment notification was refused',
      );
    }
    throw error;
  }
}

/** A notification names no tenant: its unguessable token does. */
async function findTenant(token: string, ctx: ServiceContext) {
  const { rows } = await ctx.db.inPlatform('payments.notification', (tx) =>
    tx.sql.query<{ tenant_id: string; payment_id: string }>(
      'SELECT tenant_id, payment_id FROM payment_reference WHERE token = $1',
      [token],
    ),
  );
  const row = rows[0];
  return row && { tenantId: row.tenant_id, paymentId: row.payment_id };
}

/** Reports of one payment are applied one after the other. */
async function lockPayment(id: string, tx: Tx): Promise<StoredPayment> {
  const { rows } = await tx.sql.query<StoredPayment>(
    `SELECT id, state, reservation_id, (totals * 100)::bigint AS amount_minor, currency, reference
       FROM payment WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!rows[0]) throw new Problem('payment.unknown-order');
  return rows[0];
}

/** The bank must speak of exactly what was ordered. */
function checkOrder(attempt: ReportedAttempt, payment: StoredPayment): void {
  if (attempt.order?.currency !== payment.currency) throw new Problem('payment.currency-mismatch');
  if (attempt.reference !== payment.reference) throw new Problem('payment.unknown-order');
  if (attempt.amountMinor !== Number(payment.amount_minor)) throw new Problem('payment.amount-mismatch');
}

async function isFirstReport(attempt: ReportedAttempt, payment: StoredPayment, tx: Tx): Promise<boolean> {
  const { rowCount } = await tx.sql.query(
    `INSERT INTO payment_attempt (id, tenant_id, payment_id, transaction_number, call_number, code, outcome)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (tenant_id, payment_id, transaction_number, call_number, code) DO NOTHING`,
    [
      uuid(),
      tx.tenantId,
      payment.id,
      attempt.transactionNumber,
      attempt.callNumber,
      attempt.code,
      attempt.outcome,
    ],
  );
  return rowCount === 1;
}

async function apply(
  effect: Settlement,
  attempt: ReportedAttempt,
  payment: StoredPayment,
  tx: Tx,
): Promise<void> {
  switch (effect.kind) {
    case 'validate':
      return validate(attempt, payment, tx);
    case 'stay-payable':
      return stayPayable(effect.event, attempt, payment, tx);
    case 'charged-twice':
      return flagChargedTwice(attempt, payment, tx);
    case 'nothing':
      return;
  }
}

async function validate(attempt: ReportedAttempt, payment: StoredPayment, tx: Tx): Promise<void> {
  await tx.sql.query(
    `UPDATE payment SET state = 'VALIDATED', outcome = 'ACCEPTED', validation_date = (now() AT TIME ZONE 'Europe/Paris')::date,
            provider_code = $2, transaction_number = $3, authorisation = $4, version = version + 1, updated_at = now()
      WHERE id = $1`,
    [payment.id, attempt.code, attempt.transactionNumber, attempt.authorisation],
  );
  await tx.history('payments.payment', payment.id, 'valid', { state: [payment.state, 'VALIDATED'] });
  await tx.publish('payments.payment.v1', payment.id, {
    $case: 'accepted',
    value: {
      paymentId: payment.id,
      reservationId: payment.reservation_id,
      amountMinor: Number(payment.amount_minor),
      currency: payment.currency,
    },
  });
}

async function stayPayable(
  event: 'refused' | 'cancelled',
  attempt: ReportedAttempt,
  payment: StoredPayment,
  tx: Tx,
): Promise<void> {
  const outcome = event === 'refused' ? 'REFUSED' : 'CANCELLED';
  await tx.sql.query(
    `UPDATE payment SET outcome = $2::payment_outcome, provider_code = $3, transaction_number = $4,
            version = version + 1, updated_at = now()
      WHERE id = $1`,
    [payment.id, outcome, attempt.code, attempt.transactionNumber],
  );
  await tx.history('payments.payment', payment.id, event, {
    outcome: [null, outcome],
    providerCode: [null, attempt.code],
  });
  const { id: paymentId, reservation_id: reservationId } = payment;
  await tx.publish(
    'payments.payment.v1',
    payment.id,
    event === 'refused'
      ? { $case: 'refused', value: { paymentId, reservationId, providerCode: attempt.code } }
      : { $case: 'cancelled', value: { paymentId, reservationId } },
  );
}

/** Staff give the second amount back; the reservation, which the first one paid, is not touched. */
async function flagChargedTwice(attempt: ReportedAttempt, payment: StoredPayment, tx: Tx): Promise<void> {
  await tx.sql.query(
    `UPDATE payment SET refund_needed = true, refund_reason = 'CHARGED_TWICE', version = version + 1, updated_at = now()
      WHERE id = $1`,
    [payment.id],
  );
  await tx.history('payments.payment', payment.id, 'charged-twice', {
    refundNeeded: [false, true],
    transactionNumber: [null, attempt.transactionNumber],
  });
}
