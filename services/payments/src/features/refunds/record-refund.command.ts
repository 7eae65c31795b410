import { localDate } from '@coulisse/contracts';
import { Problem, type Tx } from '@coulisse/service-kit';
import { v7 as uuid } from 'uuid';
import { emission } from '@coulisse/resource-server';
import type { Payments } from '../card-payment/payment.store';
import { subjectIds } from '../../resources/payment-subject';
import { lockBalance, writeBalance, type LockedBalance } from './balance.store';
import type { RefundMethod } from './refund.domain';

export interface RefundToRecord {
  method: RefundMethod;
  /** Number of the operation at the bank, of the cheque or of the voucher; empty for cash without one. */
  reference: string;
  note: string;
  /** Local date, YYYY-MM-DD. */
  date: string;
  /** Defaults to everything that is marked for refund. */
  amountMinor?: number;
}

const refused = (pointer: string, code: 'refund.exceeds' | 'refund.date', params: Record<string, string>) =>
  new Problem(code, { params, errors: [{ pointer, code, params }] });

/** A date has no time: today means now, any other day noon, where that is the day. */
function momentOf(date: string, today: string, zone: string): Date {
  if (date === today) return new Date();
  const noon = new Date(`${date}T12:00:00Z`);
  // Noon in UTC is the next day from 12 hours ahead of it on.
  return localDate(noon, zone) === date ? noon : new Date(`${date}T00:00:00Z`);
}

/** Records a refund; a concurrent second request finds nothing left to refund. */
export async function recordRefund(
  payments: Payments,
  tx: Tx,
  paymentId: string,
  refund: RefundToRecord,
): Promise<void> {
  const before = await lockBalance(payments, paymentId, tx);
  if (before.toRefundMinor === 0) throw new Problem('refund.nothing-to-refund');
  const amountMinor = refund.amountMinor ?? before.toRefundMinor;
  if (amountMinor > before.toRefundMinor)
    throw refused('/amount', 'refund.exceeds', { max: (before.toRefundMinor / 100).toFixed(2) });
  const { validationDate } = before.locked.record;
  const last = localDate(new Date(), tx.zone);
  const first = validationDate ?? last;
  if (refund.date > last || refund.date < first) throw refused('/date', 'refund.date', { first, last });
  const refundId = uuid();
  const at = momentOf(refund.date, last, tx.zone);
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
  const event = emission('payments.payment.v1', {
    $case: 'refunded',
    value: {
      paymentId,
      ...subjectIds(before.locked.record),
      refundId,
      amountMinor,
      method,
      refundedAt: at,
      ...sums,
    },
  });
  const values = {
    refundedAt: at.toISOString(),
    refundMethod: method,
    refundReference: reference || null,
    refundedBy: tx.actor.displayName.slice(0, 120),
  };
  const comment = refund.note || undefined;
  await writeBalance(before, sums, { action: 'refund', event, comment, values }, payments, tx);
}

interface LastRefund {
  id: string;
  amount_minor: number;
  method: RefundMethod;
  reference: string;
  refunded_at: Date;
  recorded_at: Date;
  recorded_by: string;
}

/** The last two: the one to undo, and the one that the record shows afterwards. */
const LAST = `SELECT id, amount_minor, method, reference, refunded_at, recorded_at, recorded_by FROM payment_refund
  WHERE payment_id = $1 AND undone_at IS NULL ORDER BY recorded_at DESC, id DESC LIMIT 2`;

/** Undoes a refund that was recorded by mistake, only on the day of recording. */
export async function undoRefund(
  payments: Payments,
  tx: Tx,
  paymentId: string,
  reason: string,
): Promise<void> {
  const before = await lockBalance(payments, paymentId, tx);
  const { rows } = await tx.sql.query<LastRefund>(LAST, [paymentId]);
  const [wrong, earlier] = rows;
  if (!wrong || localDate(wrong.recorded_at, tx.zone) !== localDate(new Date(), tx.zone))
    throw new Problem('refund.undo-impossible');
  await tx.sql.query(
    'UPDATE payment_refund SET undone_at = now(), undone_by = $2, undone_reason = $3 WHERE id = $1',
    [wrong.id, tx.actor.displayName.slice(0, 120), reason],
  );
  const sums = {
    toRefundMinor: before.toRefundMinor + wrong.amount_minor,
    refundedMinor: before.refundedMinor - wrong.amount_minor,
  };
  const values = {
    refundedAt: earlier?.refunded_at.toISOString() ?? null,
    refundMethod: earlier?.method ?? null,
    refundReference: earlier?.reference || null,
    refundedBy: earlier?.recorded_by ?? null,
  };
  const event = changedEvent(before, sums, wrong.method);
  const change = { action: 'refund-undone', event, comment: reason, values };
  await writeBalance(before, sums, change, payments, tx);
}

/** Clears a refund mark that was set by mistake; recorded refunds stay. */
export async function clearMark(
  payments: Payments,
  tx: Tx,
  paymentId: string,
  reason: string,
): Promise<void> {
  const before = await lockBalance(payments, paymentId, tx);
  if (before.toRefundMinor === 0) throw new Problem('refund.nothing-to-refund');
  const sums = { toRefundMinor: 0, refundedMinor: before.refundedMinor };
  const change = { action: 'refund-mark-cleared', event: changedEvent(before, sums), comment: reason };
  await writeBalance(before, sums, change, payments, tx);
}

const changedEvent = (
  { locked: { record } }: LockedBalance,
  sums: { toRefundMinor: number; refundedMinor: number },
  undoneMethod?: RefundMethod,
) =>
  emission('payments.payment.v1', {
    $case: 'refundChanged',
    value: { paymentId: record.id, ...subjectIds(record), ...sums, undoneMethod },
  });
