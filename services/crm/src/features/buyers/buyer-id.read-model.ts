import type { Tx } from '@coulisse/service-kit';
import { isSameName } from './buyer.domain';

/** Uses the keys of duplicates: under row-level security an index on an expression such as lower(email) is not used. */
const FIND = `SELECT coalesce(t.merged_into_id, t.id) AS id
  FROM tiers_key k JOIN tiers t ON t.tenant_id = k.tenant_id AND t.id = k.tiers_id
  WHERE k.tenant_id = $1 AND k.key = 'e:' || $2 AND t.kind = 'particular' AND lower(t.email) = $2`;

/** The individual with an address in lower case, or the one that it was merged into; undefined when there is none. */
export async function buyerId(tx: Tx, email: string): Promise<string | undefined> {
  const { rows } = await tx.sql.query<{ id: string }>(FIND, [tx.tenantId, email]);
  return rows[0]?.id;
}

const FIND_BY_PHONE = `SELECT coalesce(t.merged_into_id, t.id) AS id, coalesce(t.name, '') AS name
  FROM tiers_key k JOIN tiers t ON t.tenant_id = k.tenant_id AND t.id = k.tiers_id
  WHERE k.tenant_id = $1 AND k.key = $2 AND t.kind = 'particular' ORDER BY t.is_archived, t.created_at, t.id`;

/**
 * The individual with a telephone number (as a key of duplicates) and a name, or the one that it was merged into. The
 * number alone is not enough: a household shares it.
 */
export async function buyerIdByPhone(tx: Tx, key: string, name: string): Promise<string | undefined> {
  const { rows } = await tx.sql.query<{ id: string; name: string }>(FIND_BY_PHONE, [tx.tenantId, key]);
  return rows.find((row) => isSameName(row.name, name))?.id;
}
