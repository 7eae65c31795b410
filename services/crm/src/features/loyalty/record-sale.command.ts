import type { Tx } from '@coulisse/service-kit';

/** Source of the sale; other services will add theirs. */
const RESERVATION = 'ticketing.reservation';

export interface Sale {
  reservationId: string;
  tiersId: string;
  soldAt: Date;
  /** Decimal string without VAT. */
  amountHT: string;
}

/** Idempotent: a repeated event updates the same row, and a cancelled sale stays cancelled. */
export function recordSale(tx: Tx, { reservationId, tiersId, soldAt, amountHT }: Sale): void {
  tx.defer({
    text: `INSERT INTO tiers_sale (tenant_id, source, source_id, tiers_id, sold_at, amount_ht) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (tenant_id, source, source_id)
     DO UPDATE SET tiers_id = excluded.tiers_id, sold_at = excluded.sold_at, amount_ht = excluded.amount_ht`,
    values: [tx.tenantId, RESERVATION, reservationId, tiersId, soldAt, amountHT],
  });
}

/** Returns the third party of the sale. A sale that was not recorded yet is stored as cancelled in advance. */
export async function cancelSale(tx: Tx, reservationId: string, at: Date): Promise<string | null> {
  const { rows } = await tx.sql.query<{ tiers_id: string | null }>(
    `INSERT INTO tiers_sale (tenant_id, source, source_id, sold_at, amount_ht, cancelled_at) VALUES ($1, $2, $3, $4, 0, $4)
     ON CONFLICT (tenant_id, source, source_id)
     DO UPDATE SET cancelled_at = coalesce(tiers_sale.cancelled_at, excluded.cancelled_at)
     RETURNING tiers_id`,
    [tx.tenantId, RESERVATION, reservationId, at],
  );
  return rows[0]?.tiers_id ?? null;
}

/** The amount of a sale after a change; returns its third party, null when the sale is not counted. */
export async function changeSale(tx: Tx, reservationId: string, amountHT: string): Promise<string | null> {
  const { rows } = await tx.sql.query<{ tiers_id: string | null }>(
    `UPDATE tiers_sale SET amount_ht = $4 WHERE tenant_id = $1 AND source = $2 AND source_id = $3 AND cancelled_at IS NULL
     RETURNING tiers_id`,
    [tx.tenantId, RESERVATION, reservationId, amountHT],
  );
  return rows[0]?.tiers_id ?? null;
}
