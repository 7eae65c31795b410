import type { Tx } from '@coulisse/service-kit';
import { PAID_BY_VOUCHER } from '../gift-vouchers/voucher-ledger.store';

/** What decides whether a reservation can be changed. */
export interface ChangeState {
  /** Number of its set of tickets: a change names the one that it is based on. Null before the first sale. */
  edition: number | null;
  /** Places whose tickets were scanned. */
  arrivedItems: string[];
  /** What gift vouchers pay, in cents: it goes back to them when the reservation is cancelled. */
  byVoucherMinor: number;
}

export async function changeStateOf(tx: Tx, reservationId: string): Promise<ChangeState> {
  const { rows } = await tx.sql.query<{ edition: number; arrived: string[]; byVoucher: number }>(
    `SELECT s.edition, ARRAY(SELECT t.item_id::text FROM ticket t
       JOIN admission a ON a.tenant_id = t.tenant_id AND a.ticket_id = t.id
       WHERE t.tenant_id = $1 AND t.reservation_id = $2 AND t.item_id IS NOT NULL AND t.state = 'VALIDATED' AND a.outcome = 'GREEN'
         AND a.undone_at IS NULL) AS arrived, ${PAID_BY_VOUCHER} AS "byVoucher"
     FROM sale_process s JOIN reservation r ON r.tenant_id = s.tenant_id AND r.id = s.reservation_id
     WHERE s.tenant_id = $1 AND s.reservation_id = $2`,
    [tx.tenantId, reservationId],
  );
  const [row] = rows;
  return {
    edition: row?.edition ?? null,
    arrivedItems: row?.arrived ?? [],
    byVoucherMinor: row?.byVoucher ?? 0,
  };
}
