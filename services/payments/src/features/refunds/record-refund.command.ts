import { Problem, type Tx } from '@coulisse/service-kit';
import { v7 as uuid } from 'uuid';
import { changesOf, lockBalance, writeBalance, type LockedBalance } from './balance.store';
import type { RefundMethod } from './refund.domain';

export interface RefundToRecord {
  method: RefundMethod;
  /** Number of the operation at the bank, of the cheque or of the voucher. */
  reference: string;
  note: string;
  /** Local date, YYYY-MM-DD. */
  date: string;
  /** Defaults to everything that is marked for refund. */
  amountMinor?: number;
}

const ZONE = 'Europe/Paris';
const localDay = (at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at);

const refused = (pointer: string, code: 'refund.exceeds' | 'refund.date', params: Record<string, string>) =>
  new Problem(code, { params, errors: [{ pointer, code, params }] });

/** Records a refund; a concurrent second request finds nothing left to refund. */
export async function recordRefund(tx: Tx, paymentId: string, refund: RefundToRecord): Promise<void> {
  const before = await lockBalance(paymentId, tx);
  if (before.toRefundMinor === 0) throw new Problem('refund.nothing-to-refund');
  const amountMinor = refund.amountMinor ?? before.toRefundMinor;
  if (amountMinor > before.toRefundMinor)
    throw refused('/amount', 'refund.exceeds', { max: (before.toRefundMinor / 100).toFixed(2) });
  const today = localDay(new Date());
  const first = before.validatedOn ?? today;
  if (refund.date > today || refund.date < first)
    throw refused('/date', 'refund.date', { first, last: today });
  const refundId = uuid();
  // A date has no time: today means now, any other day noon.
  const at = refund.date === today ? new Date() : new Date(`${refund.date}T12:00:00Z`);
  await tx.sql.query(
    `INSERT INTO payment_refund (id, tenant_id, payment_id, amount_minor, method, reference, note, refunded_at, recorded_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      refundId,
      tx.tenantId,
      paymentId,
      amountMinor,
      refund.method,
      refund.reference,
      refund.note,
      at,
      tx.actor.displayName.slice(0, 120),
    ],
  );
  const sums = {
    toRefundMinor: before.toRefundMinor - amountMinor,
    refundedMinor: before.refundedMinor + amountMinor,
  };
  const { method, reference } = refund;
  const last = { at, method, reference, by: tx.actor.displayName.slice(0, 120) };
  const after = await writeBalance(before, sums, { last }, tx);
  await tx.history('payments.payment', paymentId, 'refund', {
    ...changesOf(before, after),
    refundMethod: [null, method],
    refundReference: [null, reference],
    ...(refund.note ? { comment: [null, refund.note] } : {}),
  });
  await tx.publish('payments.payment.v1', paymentId, {
    $case: 'refunded',
    value: {
      paymentId,
      reservationId: before.reservationId,
      refundId,
      amountMinor,
      method,
      refundedAt: at,
      toRefundMinor: after.toRefundMinor,
      refundedMinor: after.refundedMinor,
    },
  });
}

interface LastRefund {
  id: string;
  amount_minor: number;
  method: string;
  reference: string;
  refunded_at: Date;
  recorded_at: Date;
  recorded_by: string;
}

/** The last two: the one to undo, and the one that the record shows afterwards. */
const LAST = `SELECT id, amount_minor, method, reference, refunded_at, recorded_at, recorded_by FROM payment_refund
  WHERE payment_id = $1 AND undone_at IS NULL ORDER BY recorded_at DESC, id DESC LIMIT 2`;

/** Undoes a refund that was recorded by mistake, only on the day of recording. */
export async function undoRefund(tx: Tx, paymentId: string, reason: string): Promise<void> {
  const before = await lockBalance(paymentId, tx);
  const { rows } = await tx.sql.query<LastRefund>(LAST, [paymentId]);
  const [wrong, earlier] = rows;
  if (!wrong || localDay(wrong.recorded_at) !== localDay(new Date()))
    throw new Problem('refund.undo-impossible');
  await tx.sql.query(
    'UPDATE payment_refund SET undone_at = now(), undone_by = $2, undone_reason = $3 WHERE id = $1',
    [wrong.id, tx.actor.displayName.slice(0, 120), reason],
  );
  const sums = {
    toRefundMinor: before.toRefundMinor + wrong.amount_minor,
    refundedMinor: before.refundedMinor - wrong.amount_minor,
  };
  const last = earlier && {
    at: earlier.refunded_at,
    method: earlier.method,
    reference: earlier.reference,
    by: earlier.recorded_by,
  };
  const after = await writeBalance(before, sums, { last: last ?? null }, tx);
  await tellChange(tx, before, after, 'refund-undone', reason);
}

/** Clears a refund mark that was set by mistake; recorded refunds stay. */
export async function clearMark(tx: Tx, paymentId: string, reason: string): Promise<void> {
  const before = await lockBalance(paymentId, tx);
  if (before.toRefundMinor === 0) throw new Problem('refund.nothing-to-refund');
  const sums = { toRefundMinor: 0, refundedMinor: before.refundedMinor };
  const after = await writeBalance(before, sums, {}, tx);
  await tellChange(tx, before, after, 'refund-mark-cleared', reason);
}

async function tellChange(
  tx: Tx,
  before: LockedBalance,
  after: LockedBalance,
  action: string,
  reason: string,
): Promise<void> {
  await tx.history('payments.payment', before.id, action, {
    ...changesOf(before, after),
    comment: [null, reason],
  });
  await tx.publish('payments.payment.v1', before.id, {
    $case: 'refundChanged',
    value: {
      paymentId: before.id,
      reservationId: before.reservationId,
      toRefundMinor: after.toRefundMinor,
      refundedMinor: after.refundedMinor,
    },
  });
}
