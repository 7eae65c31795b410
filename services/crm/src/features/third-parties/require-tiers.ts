import { Problem, type Tx } from '@coulisse/service-kit';

/** Refuses an id that is no third party of the tenant. */
export async function requireTiers(tx: Tx, id: string): Promise<void> {
  const { rowCount } = await tx.sql.query('SELECT 1 FROM tiers WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    id,
  ]);
  if (rowCount === 0) throw new Problem('http.404');
}
