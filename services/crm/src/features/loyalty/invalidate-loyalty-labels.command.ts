import type { Tx } from '@coulisse/service-kit';

/** After a change of the scale every label is computed again; the job does it within a minute. */
export async function invalidateLoyaltyLabels(tx: Tx): Promise<void> {
  await tx.sql.query(
    `INSERT INTO loyalty_state (tenant_id, computed_on) VALUES ($1, NULL)
     ON CONFLICT (tenant_id) DO UPDATE SET computed_on = NULL, revision = loyalty_state.revision + 1`,
    [tx.tenantId],
  );
}
