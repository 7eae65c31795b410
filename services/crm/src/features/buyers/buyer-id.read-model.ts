import type { Tx } from '@coulisse/service-kit';

/** Uses the keys of duplicates: under row-level security an index on an expression such as lower(email) is not used. */
const FIND = `SELECT coalesce(t.merged_into_id, t.id) AS id
  FROM tiers_key k JOIN tiers t ON t.tenant_id = k.tenant_id AND t.id = k.tiers_id
  WHERE k.tenant_id = $1 AND k.key = 'e:' || $2 AND t.kind = 'particular' AND lower(t.email) = $2`;

/** The individual with an address in lower case, or the one that it was merged into; undefined when there is none. */
export async function buyerId(tx: Tx, email: string): Promise<string | undefined> {
  const { rows } = await tx.sql.query<{ id: string }>(FIND, [tx.tenantId, email]);
  return rows[0]?.id;
}
