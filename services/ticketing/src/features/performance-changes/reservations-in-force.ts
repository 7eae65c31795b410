import type { Tx } from '@coulisse/service-kit';

/** States of reservations that have seats, or may still get them. */
export const IN_FORCE = ['DRAFT', 'PRE_RESERVATION', 'QUOTE_REQUESTED', 'VALIDATED'] as const;
/** Those whose buyers were promised seats. */
const PROMISED = ['PRE_RESERVATION', 'QUOTE_REQUESTED', 'VALIDATED'];

const ANY = `SELECT 1 FROM reservation WHERE tenant_id = $1 AND performance_id = $2 AND state = ANY ($3::reservation_state[]) LIMIT 1`;
const LOCK = `SELECT id, state = 'VALIDATED' AS "isSold", (total_ttc * 100)::int AS "totalMinor" FROM reservation
  WHERE tenant_id = $1 AND performance_id = $2 AND state = ANY ($3::reservation_state[]) ORDER BY id FOR UPDATE`;

/** Whether somebody counts on the date and the times of a performance. */
export async function isPromised(tx: Tx, performanceId: string): Promise<boolean> {
  const { rowCount } = await tx.sql.query(ANY, [tx.tenantId, performanceId, PROMISED]);
  return rowCount === 1;
}

export interface PromisedReservation {
  id: string;
  isSold: boolean;
  totalMinor: number;
}

/** Locks the reservations of a performance whose buyers were promised seats, by their ids. */
export async function lockPromised(tx: Tx, performanceId: string): Promise<PromisedReservation[]> {
  const { rows } = await tx.sql.query<PromisedReservation & Record<string, unknown>>(LOCK, [
    ...[tx.tenantId, performanceId],
    PROMISED,
  ]);
  return rows;
}
