import { Problem, type Tx } from '@coulisse/service-kit';

/** A payment for a gift voucher. */
export interface VoucherPaymentRow {
  id: string;
  state: 'STARTED' | 'ACCEPTED' | 'REFUSED' | 'CANCELLED';
  amountMinor: number;
  toRefundMinor: number;
  refundedMinor: number;
  method: string;
  at: string;
  refundedAt: string | null;
}

/** The money of a gift voucher, and its PDF. */
export interface VoucherMoney {
  payments: VoucherPaymentRow[];
  /** What staff may still collect. */
  dueMinor: number;
  documentId: string | null;
}

const MONEY = `SELECT CASE WHEN v.state = 'CANCELED' OR s.outcome = 'REFUND' THEN 0
    ELSE greatest(0, (v.total_ttc * 100)::int - coalesce((SELECT sum(p.amount_minor - p.to_refund_minor - p.refunded_minor)::int
      FROM gift_voucher_payment p WHERE p.tenant_id = v.tenant_id AND p.voucher_id = v.id AND p.state = 'ACCEPTED'), 0)) END AS "dueMinor",
    CASE v.state WHEN 'VALIDATED' THEN s.document_id END AS "documentId",
    coalesce((SELECT json_agg(json_build_object('id', p.id, 'state', p.state, 'amountMinor', p.amount_minor,
       'toRefundMinor', p.to_refund_minor, 'refundedMinor', p.refunded_minor, 'method', coalesce(p.method, 'CARD'), 'at', p.at,
       'refundedAt', p.refunded_at) ORDER BY p.at, p.id)
     FROM gift_voucher_payment p WHERE p.tenant_id = v.tenant_id AND p.voucher_id = v.id), '[]') AS payments
  FROM gift_voucher v LEFT JOIN gift_voucher_sale s ON s.tenant_id = v.tenant_id AND s.voucher_id = v.id
  WHERE v.tenant_id = $1 AND v.id = $2`;

/** Payments of a gift voucher in the order of time, in one statement. */
export async function voucherPayments(tx: Tx, id: string): Promise<VoucherMoney> {
  const { rows } = await tx.sql.query<VoucherMoney & Record<string, unknown>>(MONEY, [tx.tenantId, id]);
  const [money] = rows;
  if (!money) throw new Problem('http.404');
  return money;
}
