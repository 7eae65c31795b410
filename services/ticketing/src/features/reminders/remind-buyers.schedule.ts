import { defineSchedule } from '@coulisse/job-runner';
import type { Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';

const BATCH = 200;

/**
 * Sold reservations whose performance is near, with their buyers not reminded of it yet: not of what was bought since
 * yesterday, and again when it was postponed. Those that somebody changes just now have their turn in the next batch.
 */
const DUE = `SELECT s.reservation_id AS id, p.starts_at
  FROM settings own
  JOIN performance p ON p.tenant_id = own.tenant_id AND p.date >= ${LOCAL_TODAY}
    AND p.date <= ${LOCAL_TODAY} + own.days_before_to_remind_reservation AND p.starts_at > now() AND NOT p.is_cancelled
  JOIN reservation r ON r.tenant_id = p.tenant_id AND r.performance_id = p.id AND r.state = 'VALIDATED'
    AND r.created_at <= now() - interval '1 day'
  JOIN sale_process s ON s.tenant_id = r.tenant_id AND s.reservation_id = r.id AND s.reminded_of IS DISTINCT FROM p.starts_at
  WHERE own.tenant_id = $1 ORDER BY s.reservation_id LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED`;
const MARK = `UPDATE sale_process s SET reminded_of = due.starts_at FROM unnest($2::uuid[], $3::timestamptz[]) AS due (id, starts_at)
  WHERE s.tenant_id = $1 AND s.reservation_id = due.id`;

/** Has the mails of one batch sent; returns how many reminders there were. */
export async function remindBuyers(tx: Tx): Promise<number> {
  const { rows } = await tx.sql.query<{ id: string; starts_at: Date }>(DUE, [tx.tenantId]);
  const columns = [rows.map(({ id }) => id), rows.map(({ starts_at: startsAt }) => startsAt)];
  tx.defer({ text: MARK, values: [tx.tenantId, ...columns] });
  for (const { id: reservationId, starts_at: startsAt } of rows)
    await tx.publish('ticketing.reservation.v1', reservationId, {
      $case: 'reminderDue',
      value: { reservationId, startsAt: startsAt.toISOString() },
    });
  return rows.length;
}

/** In the morning of the theatre, `daysBeforeToRemindReservation` days before a performance. */
export const remindBuyersDaily = defineSchedule({
  name: 'ticketing.remind-buyers',
  label: { fr: 'Rappels avant les représentations', en: 'Reminders before performances' },
  cron: '0 9 * * *',
  zone: 'tenant',
  run: async (task) => {
    let count = BATCH;
    while (count === BATCH) {
      task.signal.throwIfAborted();
      count = await task.inTenant(remindBuyers);
    }
  },
});
