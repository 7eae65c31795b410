import { Problem, type Tx } from '@coulisse/service-kit';
import { receptionLine, type ReceptionLine } from './reception.read-model';

/** Sets how many people of a party have arrived: a count, or `all`. Repeating it changes nothing. */
export async function markArrived(
  tx: Tx,
  performanceId: string,
  reservationId: string,
  count: number | 'all',
): Promise<ReceptionLine> {
  const { rows } = await tx.sql.query<{
    code: string;
    state: string;
    number_of_places: number;
    arrived_count: number;
  }>(
    `SELECT code, state, number_of_places, arrived_count FROM reservation
     WHERE tenant_id = $1 AND performance_id = $2 AND id = $3 AND state IN ('VALIDATED', 'CANCELED') FOR UPDATE`,
    [tx.tenantId, performanceId, reservationId],
  );
  const before = rows[0];
  if (!before) throw new Problem('http.404');
  const max = before.number_of_places;
  const arrived = count === 'all' ? max : count;
  // Void tickets admit nobody; people who have arrived may be counted out.
  if (before.state === 'CANCELED' && arrived >= before.arrived_count)
    throw new Problem('reception.ticket-canceled', { params: { code: before.code } });
  if (arrived > max)
    throw new Problem('reception.arrived-too-many', {
      params: { max },
      errors: [{ pointer: '/arrivedCount', code: 'reception.arrived-too-many', params: { max } }],
    });
  if (arrived !== before.arrived_count) {
    await tx.sql.query(
      `UPDATE reservation SET arrived_count = $3, arrived_at = CASE WHEN $3 = 0 THEN NULL ELSE coalesce(arrived_at, now()) END,
         version = version + 1, updated_at = now() WHERE tenant_id = $1 AND id = $2`,
      [tx.tenantId, reservationId, arrived],
    );
    await tx.history('ticketing.reservation', reservationId, 'arrived', {
      arrivedCount: [before.arrived_count, arrived],
    });
  }
  const line = await receptionLine(tx, performanceId, reservationId);
  if (!line) throw new Problem('http.404');
  return line;
}
