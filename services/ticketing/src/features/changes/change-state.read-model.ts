import type { Tx } from '@coulisse/service-kit';

/** What decides whether a reservation can be changed. */
export interface ChangeState {
  /** Number of its set of tickets: a change names the one that it is based on. Null before the first sale. */
  edition: number | null;
  /** Places whose tickets were scanned. */
  arrivedItems: string[];
}

export async function changeStateOf(tx: Tx, reservationId: string): Promise<ChangeState> {
  const { rows } = await tx.sql.query<{ edition: number; arrived: string[] }>(
    `SELECT s.edition, ARRAY(SELECT t.item_id::text FROM ticket t
       JOIN admission a ON a.tenant_id = t.tenant_id AND a.ticket_id = t.id
       WHERE t.tenant_id = $1 AND t.reservation_id = $2 AND t.item_id IS NOT NULL AND t.state = 'VALIDATED' AND a.outcome = 'GREEN'
         AND a.undone_at IS NULL) AS arrived
     FROM sale_process s WHERE s.tenant_id = $1 AND s.reservation_id = $2`,
    [tx.tenantId, reservationId],
  );
  return { edition: rows[0]?.edition ?? null, arrivedItems: rows[0]?.arrived ?? [] };
}
