import type { ResourceDefinition } from '@coulisse/resource';
import { publishDeleted, publishRecords } from '@coulisse/resource-server';
import type { Tx } from '@coulisse/service-kit';
import { contact, note, tiers } from '../../resources';

/** A reference to third parties, and whether two rows may differ in it alone. */
interface Pointer {
  readonly resource: ResourceDefinition;
  readonly field: string;
  readonly column: string;
  /** Column that is unique together with the reference. */
  readonly once?: string;
}

/**
 * Every reference of this service to third parties; a test compares it with the definitions. `mergedInto` is not moved:
 * an earlier merge is resolved in two steps, and two merges never deadlock.
 */
export const POINTERS: readonly Pointer[] = [
  { resource: contact, field: 'society', column: 'society_id', once: 'particular_id' },
  { resource: contact, field: 'particular', column: 'particular_id', once: 'society_id' },
  { resource: note, field: 'tiers', column: 'tiers_id' },
];

export interface Moved {
  addresses: number;
  contacts: number;
  notes: number;
  attachments: number;
  sales: number;
}

/** Deletes rows of the other third party that would duplicate a row of the remaining one, with a history entry. */
async function dropTwins(
  tx: Tx,
  { resource, column, once }: Pointer,
  to: string,
  from: string,
): Promise<void> {
  if (!once) return;
  const { rows } = await tx.sql.query<{ id: string; version: number }>(
    `DELETE FROM "${resource.table}" o WHERE o.tenant_id = $1 AND o."${column}" = $3
       AND EXISTS (SELECT 1 FROM "${resource.table}" k WHERE k.tenant_id = $1 AND k."${column}" = $2 AND k."${once}" = o."${once}")
     RETURNING o.id, o.version`,
    [tx.tenantId, to, from],
  );
  for (const { id } of rows) await tx.history(resource.name, id, 'delete', {});
  publishDeleted(tx, resource, rows);
}

async function move(tx: Tx, pointer: Pointer, to: string, from: string): Promise<number> {
  await dropTwins(tx, pointer, to, from);
  const { resource, field, column } = pointer;
  const { rows } = await tx.sql.query<{ id: string }>(
    `UPDATE "${resource.table}" SET "${column}" = $2, version = version + 1, updated_at = now()
     WHERE tenant_id = $1 AND "${column}" = $3 RETURNING id`,
    [tx.tenantId, to, from],
  );
  for (const { id } of rows) await tx.history(resource.name, id, 'update', { [field]: [from, to] });
  await publishRecords(
    tx,
    resource,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

const ATTACHMENTS = `UPDATE kit.attachment o SET entity_id = $2 WHERE o.tenant_id = $1 AND o.entity = $4 AND o.entity_id = $3
  AND NOT EXISTS (SELECT 1 FROM kit.attachment k
    WHERE k.tenant_id = $1 AND k.entity = $4 AND k.entity_id = $2 AND k.file_id = o.file_id)`;
const SALES = 'UPDATE tiers_sale SET tiers_id = $2 WHERE tenant_id = $1 AND tiers_id = $3';
const DISTINCT = `INSERT INTO tiers_distinct (tenant_id, tiers_id, other_id)
  SELECT $1, least($2::uuid, d.one), greatest($2::uuid, d.one)
  FROM (SELECT CASE WHEN tiers_id = $3 THEN other_id ELSE tiers_id END AS one FROM tiers_distinct
    WHERE tenant_id = $1 AND $3 IN (tiers_id, other_id)) d
  WHERE d.one <> $2 ON CONFLICT DO NOTHING`;

/** Moves all references from one third party to another, except addresses. */
export async function moveLinks(tx: Tx, to: string, from: string): Promise<Omit<Moved, 'addresses'>> {
  const counts: Record<string, number> = {};
  for (const pointer of POINTERS)
    counts[pointer.resource.name] =
      (counts[pointer.resource.name] ?? 0) + (await move(tx, pointer, to, from));
  const both = [tx.tenantId, to, from];
  const { rowCount: attachments } = await tx.sql.query(ATTACHMENTS, [...both, tiers.name]);
  const { rowCount: sales } = await tx.sql.query(SALES, both);
  await tx.sql.query(DISTINCT, both);
  return { contacts: counts[contact.name] ?? 0, notes: counts[note.name] ?? 0, attachments, sales };
}
