import type { Tx } from '@coulisse/service-kit';

/** Refund amounts as reported by payments; absent fields leave the stored values. */
export interface RefundReport {
  paymentId: string;
  reservationId: string;
  toRefundMinor: number;
  refundedMinor: number;
  reason?: string;
  refundedAt?: Date | undefined;
  /** More than the payment's amount when the bank took it twice. */
  capturedMinor?: number;
}

/** Stores pending and completed refunds of a payment, as shown to staff and to the buyer. */
export async function recordRefund(tx: Tx, news: RefundReport): Promise<void> {
  await tx.sql.query(
    `UPDATE reservation_payment SET amount_minor = greatest(amount_minor, $8), to_refund_minor = $4, refunded_minor = $5,
       refund_reason = coalesce(nullif($6, ''), refund_reason),
       refunded_at = CASE WHEN $5 = 0 THEN NULL ELSE coalesce($7, refunded_at) END
     WHERE tenant_id = $1 AND reservation_id = $2 AND id = $3`,
    [
      tx.tenantId,
      news.reservationId,
      news.paymentId,
      news.toRefundMinor,
      news.refundedMinor,
      news.reason ?? '',
      news.refundedAt ?? null,
      news.capturedMinor ?? 0,
    ],
  );
}
