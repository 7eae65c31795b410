import { Problem, type Tx } from '@coulisse/service-kit';
import { deadlineError } from './deadline.domain';

const STARTS_AT = `SELECT p.starts_at FROM reservation r
  JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id WHERE r.tenant_id = $1 AND r.id = $2`;

/**
 * Refuses a deadline until which the seats of a reservation cannot be held.
 * @param pointer Where the deadline stands in the request.
 */
export async function checkDeadline(
  tx: Tx,
  reservationId: string,
  deadline: Date,
  pointer: string,
): Promise<void> {
  const { rows } = await tx.sql.query<{ starts_at: Date }>(STARTS_AT, [tx.tenantId, reservationId]);
  const code = deadlineError(deadline, rows[0]?.starts_at ?? null, new Date());
  if (code) throw new Problem(code, { errors: [{ pointer, code }] });
}
