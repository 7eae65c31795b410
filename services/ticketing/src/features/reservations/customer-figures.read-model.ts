import type { Tx } from '@coulisse/service-kit';

/** What a customer paid for reservations, and what is still to be given back or paid. */
export interface CustomerFigures {
  paidMinor: number;
  toRefundMinor: number;
  dueMinor: number;
}

/** By reservation: what its payments and its vouchers brought, less what was given back. */
const FIGURES = `
SELECT coalesce(sum(money.paid), 0)::int AS "paidMinor", coalesce(sum(money.to_refund), 0)::int AS "toRefundMinor",
  coalesce(sum(greatest(0, (r.total_ttc * 100)::int - money.paid + money.to_refund))
    FILTER (WHERE r.state IN ('VALIDATED', 'PRE_RESERVATION')), 0)::int AS "dueMinor"
FROM reservation r CROSS JOIN LATERAL (
  SELECT coalesce(sum(p.amount_minor - p.refunded_minor) FILTER (WHERE p.state = 'ACCEPTED'), 0)
      + (SELECT coalesce(-sum(e.amount_minor), 0) FROM gift_voucher_entry e
         WHERE e.tenant_id = r.tenant_id AND e.reservation_id = r.id) AS paid,
    coalesce(sum(p.to_refund_minor), 0) AS to_refund
  FROM reservation_payment p WHERE p.tenant_id = r.tenant_id AND p.reservation_id = r.id) money
WHERE r.tenant_id = $1 AND r.tiers_id = $2`;

export async function customerFigures(tx: Tx, tiersId: string): Promise<CustomerFigures> {
  const { rows } = await tx.sql.query<CustomerFigures & Record<string, unknown>>(FIGURES, [
    tx.tenantId,
    tiersId,
  ]);
  return rows[0] ?? { paidMinor: 0, toRefundMinor: 0, dueMinor: 0 };
}
