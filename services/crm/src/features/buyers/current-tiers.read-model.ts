import type { Tx } from '@coulisse/service-kit';

/** A third party, or the one that it was merged into; null when it is gone. */
export async function currentTiers(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await tx.sql.query<{ id: string }>(
    'SELECT coalesce(merged_into_id, id) AS id FROM tiers WHERE tenant_id = $1 AND id = $2',
    [tx.tenantId, id],
  );
  return rows[0]?.id ?? null;
}
