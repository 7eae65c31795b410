import type { Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';

/** Confirmation by which who cancels has a deposit refunded that the theatre's rule keeps. */
export const REFUND_DEPOSIT = 'refund-deposit';

/**
 * SQL: whether the theatre keeps the deposits of a pre-reservation `r` of performance `p` that its customer cancels now, by the
 * settings `own`. What the theatre itself does not play is refunded.
 */
export const KEEPS_DEPOSIT = `(r.state = 'PRE_RESERVATION' AND NOT p.is_cancelled AND CASE coalesce(own.deposits_on_cancellation, 'REFUNDED')
  WHEN 'KEPT' THEN true
  WHEN 'REFUNDED_BEFORE' THEN p.date - ${LOCAL_TODAY} < own.deposit_refund_days
  ELSE false END)`;

const TERMS = `SELECT ${KEEPS_DEPOSIT} AS keeps, p.starts_at FROM reservation r
  JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id
  LEFT JOIN settings own ON own.tenant_id = r.tenant_id
  WHERE r.tenant_id = $1 AND r.id = $2`;

/** Whether a cancellation of a reservation keeps what was paid as a deposit, and until when it can be paid. */
export async function depositTerms(
  tx: Tx,
  reservationId: string,
): Promise<{ keeps: boolean; startsAt: Date | null }> {
  const { rows } = await tx.sql.query<{ keeps: boolean; starts_at: Date }>(TERMS, [
    tx.tenantId,
    reservationId,
  ]);
  const [row] = rows;
  return { keeps: row?.keeps === true, startsAt: row?.starts_at ?? null };
}
