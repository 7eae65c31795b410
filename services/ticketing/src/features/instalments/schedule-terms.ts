import { Problem, withAllRights, type Actor, type Tx } from '@coulisse/service-kit';
import { DateTime } from 'luxon';
import { scheduleErrors, type Agreed } from './instalments.domain';

const STARTS_AT = `SELECT p.starts_at FROM reservation r
  JOIN performance p ON p.tenant_id = r.tenant_id AND p.id = r.performance_id WHERE r.tenant_id = $1 AND r.id = $2`;

/** When the performance of a reservation begins, in the zone of the theatre. */
export async function startOf(tx: Tx, id: string): Promise<DateTime> {
  const { rows } = await tx.sql.query<{ starts_at: Date }>(STARTS_AT, [tx.tenantId, id]);
  const [row] = rows;
  if (!row) throw new Problem('http.404');
  return DateTime.fromJSDate(row.starts_at, { zone: tx.zone });
}

/** @param under Where the instalments stand in the request. */
export function checkSchedule(
  instalments: readonly Agreed[],
  totalMinor: number,
  startsAt: DateTime,
  under = '/instalments',
): void {
  const lastDay = startsAt.toISODate() ?? '';
  const errors = scheduleErrors(instalments, { totalMinor, lastDay }).map(({ code, index }) => ({
    pointer: `${under}/${index}`,
    code,
  }));
  const [first] = errors;
  if (first) throw new Problem(first.code, { errors });
}

/** Until when a schedule holds the seats: the end of its last day, and at most the beginning of the performance. */
export function heldBySchedule(instalments: readonly Agreed[], startsAt: DateTime): number {
  const lastDay = instalments.at(-1)?.dueOn;
  if (!lastDay) return 0;
  const lastEnd = DateTime.fromISO(lastDay, { zone: startsAt.zone }).endOf('day').toMillis();
  return Math.min(lastEnd, startsAt.toMillis());
}

/** No step that people are offered: who agrees on payments is named in the history. */
export const inNameOf = (actor: Actor): Actor => ({ ...withAllRights(actor), kind: 'system' });
