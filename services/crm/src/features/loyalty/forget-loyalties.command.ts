import type { Tx } from '@coulisse/service-kit';

/** The scale changed: every label is to be worked out again, which the scheduler does within a minute. */
export async function forgetLoyalties(tx: Tx): Promise<void> {
  await tx.sql.query(
    `INSERT INTO loyalty_state (tenant_id, computed_on) VALUES ($1, NULL)
     ON CONFLICT (tenant_id) DO UPDATE SET computed_on = NULL, revision = loyalty_state.revision + 1`,
    [tx.tenantId],
  );
}
