import type { Tx } from '@coulisse/service-kit';

/** What one payment or one gift voucher pays of a reservation. */
export interface PaidPart extends Record<string, unknown> {
  sourceId: string;
  method: string;
  amountMinor: number;
  /** What it paid and does not pay any more. */
  returnedMinor: number;
  paidAt: Date;
}
export interface PaidMoney {
  /** This reading and all with a higher number saw what was committed before the number was taken. */
  reading: number;
  code: string;
  parts: PaidPart[];
}

/** Numbered before it reads: who asks after a change has a higher number than each reading that did not see it. */
const NUMBER = `SELECT nextval('money_reading')::float8 AS reading`;
const CODE = 'SELECT code FROM reservation WHERE tenant_id = $1 AND id = $2';
/**
 * Money of a cancellation or a change pays until it is given back. What came twice, too late or for seats that were gone
 * never paid. A draft has taken nothing of a voucher for good.
 */
const PARTS = `SELECT p.id AS "sourceId", coalesce(p.method, 'CARD') AS method, p.at AS "paidAt",
    p.amount_minor - p.refunded_minor - marked.minor AS "amountMinor", p.refunded_minor + marked.minor AS "returnedMinor"
  FROM reservation_payment p
  CROSS JOIN LATERAL (SELECT CASE WHEN coalesce(p.refund_reason, 'CHANGED') IN ('CANCELLED', 'CHANGED') THEN 0
      ELSE p.to_refund_minor END AS minor) marked
  WHERE p.tenant_id = $1 AND p.reservation_id = $2 AND p.state = 'ACCEPTED'
  UNION ALL
  SELECT e.voucher_id, 'VOUCHER', min(e.at), -sum(e.amount_minor)::int,
    greatest(max(-e.amount_minor) + sum(e.amount_minor), 0)::int
  FROM gift_voucher_entry e JOIN reservation r ON r.tenant_id = e.tenant_id AND r.id = e.reservation_id
  WHERE e.tenant_id = $1 AND e.reservation_id = $2 AND r.state <> 'DRAFT' GROUP BY e.voucher_id`;

/** The money that pays for a reservation: its payments, and what gift vouchers pay. */
export async function paidMoney(tx: Tx, reservationId: string): Promise<PaidMoney> {
  const values = [tx.tenantId, reservationId];
  const [numbers, codes, parts] = await tx.sql.batch([
    { name: 'number-of-reading', text: NUMBER, values: [] },
    { name: 'code-of-paid-reservation', text: CODE, values },
    { name: 'parts-of-paid-reservation', text: PARTS, values },
  ]);
  return {
    reading: Number(numbers?.rows[0]?.['reading']),
    code: String(codes?.rows[0]?.['code'] ?? ''),
    parts: (parts?.rows ?? []) as unknown as PaidPart[],
  };
}
