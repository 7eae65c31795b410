import type { ResourceDefinition } from '@coulisse/resource';
import type { Tx } from '@coulisse/service-kit/database';
import { runStatement } from '../store';
import type { Row } from '../types';
import { publicationOf } from './publication';

/**
 * Publishes records that the open transaction wrote without the operations of the kernel, in sets or by a statement of
 * their own; `resource` is no variant. Records that do not exist any more are left out: `publishDeleted` publishes those.
 */
export async function publishRecords(
  tx: Tx,
  resource: ResourceDefinition,
  ids: readonly string[],
): Promise<void> {
  const publication = publicationOf(resource);
  if (!publication || ids.length === 0) return;
  // A list that a subquery reads has no length for PostgreSQL, which would plan the statement again for each.
  const ofIds = 't.id = ANY ((SELECT $2::uuid[])::uuid[])';
  const reading = publication.reading('ids', `${publication.ownRows} AND ${ofIds}`);
  const { rows } = await runStatement<Row>(tx.sql, { ...reading, values: [tx.tenantId, ids] });
  tx.publishRecords(rows.map((row) => publication.ofRow(row)));
}

/** Publishes that records are gone that the open transaction deleted without the operations of the kernel. */
export function publishDeleted(
  tx: Tx,
  resource: ResourceDefinition,
  deleted: readonly { readonly id: string; readonly version: number }[],
): void {
  const publication = publicationOf(resource);
  if (publication) tx.publishRecords(deleted.map((record) => publication.deleted(record)));
}
