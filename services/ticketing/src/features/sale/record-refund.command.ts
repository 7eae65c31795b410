import type { Tx } from '@coulisse/service-kit';
import { v7 as uuidv7 } from 'uuid';
import { tellMoney } from '../paid-money/tell-money';

/** Refund amounts as reported by payments; absent fields leave the stored values. */
export interface RefundReport {
  paymentId: string;
  reservationId: string;
  toRefundMinor: number;
  refundedMinor: number;
  reason?: string;
  refundedAt?: Date | undefined;
  /** How it was given back, of a refund and of one that was undone; by default as the refund before it. */
  method?: string | undefined;
  /** More than the payment's amount when the bank took it twice. */
  capturedMinor?: number;
}

const LOCK =
  'SELECT 1 FROM reservation_payment WHERE tenant_id = $1 AND reservation_id = $2 AND id = $3 FOR UPDATE';
/** What was paid back since the last report. */
const MOVED = `INSERT INTO reservation_refund (id, tenant_id, payment_id, amount_minor, at, method)
  SELECT $6::uuid, tenant_id, id, $4::int - refunded_minor, coalesce($5::timestamptz, now()), coalesce($7, (
      SELECT earlier.method FROM reservation_refund earlier WHERE earlier.tenant_id = $1 AND earlier.payment_id = $3
      ORDER BY earlier.id DESC LIMIT 1)) FROM reservation_payment
  WHERE tenant_id = $1 AND reservation_id = $2 AND id = $3 AND refunded_minor <> $4::int`;
const STORED = `UPDATE reservation_payment SET amount_minor = greatest(amount_minor, $8), to_refund_minor = $4, refunded_minor = $5,
    refund_reason = coalesce(nullif($6, ''), refund_reason),
    refunded_at = CASE WHEN $5 = 0 THEN NULL ELSE coalesce($7, refunded_at) END
  WHERE tenant_id = $1 AND reservation_id = $2 AND id = $3`;

/** Stores pending and completed refunds of a payment, as shown to staff and to the buyer, and each refund for the accounts. */
export async function recordRefund(tx: Tx, news: RefundReport): Promise<void> {
  const payment = [tx.tenantId, news.reservationId, news.paymentId];
  const { toRefundMinor, refundedMinor, reason = '', capturedMinor = 0, method = null } = news;
  const at = news.refundedAt ?? null;
  await tx.sql.batch([
    { name: 'lock-refunded-payment', text: LOCK, values: payment },
    { name: 'add-refund', text: MOVED, values: [...payment, refundedMinor, at, uuidv7(), method] },
    {
      name: 'store-refund',
      text: STORED,
      values: [...payment, toRefundMinor, refundedMinor, reason, at, capturedMinor],
    },
  ]);
  await tellMoney(tx, news.reservationId);
}
