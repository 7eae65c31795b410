import { defineSchedule } from '@coulisse/job-runner';
import type { Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';

/** Days for which the theatre sees who waited for a performance after it. Names and addresses are of no use later. */
export const RETENTION_DAYS = 90;
const BATCH = 500;

/** Whoever of a waiting list neither waits nor has an offer. */
const CLOSED = `e.state IN ('BOUGHT', 'EXPIRED', 'LEFT', 'REMOVED', 'ENDED')`;

const PURGE = `DELETE FROM waiting_entry WHERE tenant_id = $1 AND id IN (
  SELECT e.id FROM waiting_entry e JOIN performance p ON p.tenant_id = e.tenant_id AND p.id = e.performance_id
  WHERE e.tenant_id = $1 AND ${CLOSED} AND p.date < ${LOCAL_TODAY} - ${RETENTION_DAYS}
  ORDER BY e.id LIMIT ${BATCH} FOR UPDATE OF e SKIP LOCKED)`;

/** Deletes one batch of old entries; returns how many. */
export async function purgeEntries(tx: Tx): Promise<number> {
  return (await tx.sql.query(PURGE, [tx.tenantId])).rowCount;
}

/** Deletes the closed entries of a performance, which is deleted itself; who still waits for it prevents that. */
export function deleteClosedEntries(tx: Tx, performanceId: string): void {
  tx.defer({
    text: `DELETE FROM waiting_entry e WHERE e.tenant_id = $1 AND e.performance_id = $2 AND ${CLOSED}`,
    values: [tx.tenantId, performanceId],
  });
}

/** At night: entries of waiting lists are deleted some months after their performance. */
export const purgeEntriesDaily = defineSchedule({
  name: 'ticketing.purge-waiting-entries',
  label: { fr: 'Effacement des anciennes listes d’attente', en: 'Deletion of old waiting lists' },
  cron: '30 3 * * *',
  zone: 'tenant',
  run: async (task) => {
    let count = BATCH;
    while (count === BATCH) {
      task.signal.throwIfAborted();
      count = await task.inTenant(purgeEntries);
    }
  },
});
