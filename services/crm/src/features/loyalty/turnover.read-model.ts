import type { Tx } from '@coulisse/service-kit';

/** Sales that count, over the row `s` of `tiers_sale`: the last twelve months, to the moment. */
export const COUNTS = `s.cancelled_at IS NULL AND s.sold_at > now() - interval '12 months'`;

export interface Turnover {
  /** Decimal string without VAT. */
  amountHT: string;
  sales: number;
  lastSaleAt: string | null;
}

/** What a third party bought in the last twelve months. */
export async function turnoverOf(tx: Tx, tiersId: string): Promise<Turnover> {
  const { rows } = await tx.sql.query<{ amount: string; sales: number; last: Date | null }>(
    `SELECT coalesce(sum(s.amount_ht), 0)::numeric(14, 2)::text AS amount, count(*)::int AS sales, max(s.sold_at) AS last
     FROM tiers_sale s WHERE s.tenant_id = $1 AND s.tiers_id = $2 AND ${COUNTS}`,
    [tx.tenantId, tiersId],
  );
  const { amount = '0.00', sales = 0, last = null } = rows[0] ?? {};
  return { amountHT: amount, sales, lastSaleAt: last?.toISOString() ?? null };
}
