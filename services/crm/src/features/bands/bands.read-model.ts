import type { Tx } from '@coulisse/service-kit';
import type { Band } from './band.domain';
import type { Scale } from './scales';

/** Bands of the scale; archived ones are not part of it. */
export async function readBands(tx: Tx, { resource, columns }: Scale): Promise<Band[]> {
  const { rows } = await tx.sql.query<Band & Record<string, unknown>>(
    `SELECT id, name, trim_scale("${columns.min}")::text AS min, trim_scale("${columns.max}")::text AS max FROM "${resource.table}"
     WHERE tenant_id = $1 AND NOT is_archived ORDER BY "${columns.min}", id`,
    [tx.tenantId],
  );
  return rows;
}
