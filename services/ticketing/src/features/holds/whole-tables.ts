import { Problem, type FieldError, type Tx } from '@coulisse/service-kit';
import type { SaleTerms } from '../catalogue/sale-terms.read-model';
import type { SaleChannel } from '../checkout/sale-channel';
import type { SaleSeat } from '../performance-seats/seats.read-model';

/** Tables $3 of which a chair is missing among seats $4: a chair that is not sold at all is not missed. */
const SPLIT = `
SELECT DISTINCT seat.table_id, seat.row FROM performance_seat seat
WHERE seat.tenant_id = $1 AND seat.performance_id = $2 AND seat.table_id = ANY ($3) AND NOT seat.is_blocked
  AND NOT (seat.id = ANY ($4::uuid[])) ORDER BY seat.row`;

/** Refuses a part of a table where the theatre sells whole tables; the box office and offers are free to. */
export async function checkWholeTables(
  tx: Tx,
  { performanceId, wholeTables }: Pick<SaleTerms, 'performanceId' | 'wholeTables'>,
  seats: readonly Pick<SaleSeat, 'id' | 'tableId'>[],
  { channel, isOffer }: { channel: SaleChannel; isOffer: boolean },
): Promise<void> {
  const tables = [...new Set(seats.flatMap(({ tableId }) => tableId ?? []))];
  if (!wholeTables || tables.length === 0 || channel !== 'ONLINE' || isOffer) return;
  const { rows } = await tx.sql.named<{ table_id: string; row: string }>('split-tables', SPLIT, [
    tx.tenantId,
    performanceId,
    tables,
    seats.map(({ id }) => id),
  ]);
  const errors = rows.map(({ table_id: tableId, row }): FieldError => ({
    pointer: `/seats/${seats.findIndex((seat) => seat.tableId === tableId)}`,
    code: 'placement.whole-table',
    params: { table: row },
  }));
  const [first] = errors;
  if (first) throw new Problem('placement.whole-table', { params: first.params, errors });
}
