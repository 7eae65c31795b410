import { defineSchedule } from '@coulisse/job-runner';
import type { Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { PAID_BY_VOUCHER } from '../gift-vouchers/voucher-ledger.store';

const BATCH = 200;

/**
 * Instalments that are due within the theatre's days and are not paid, of customers with an address. What the payments
 * cover is counted from the first one. One that is late was reminded of before its day, and is on the list of staff.
 */
const DUE = `WITH near AS (
    SELECT i.reservation_id, i.position, i.due_on, i.label
    FROM settings own
    JOIN reservation_instalment i ON i.tenant_id = own.tenant_id AND i.reminded_at IS NULL AND i.due_on >= ${LOCAL_TODAY}
      AND i.due_on <= ${LOCAL_TODAY} + own.days_before_to_remind_instalment
    WHERE own.tenant_id = $1)
  SELECT near.reservation_id AS id, near.position, to_char(near.due_on, 'YYYY-MM-DD') AS due_on,
    r.state = 'PRE_RESERVATION' AND r.customer_email IS NOT NULL AND NOT p.is_cancelled AND
      (SELECT sum(e.amount_minor) FROM reservation_instalment e WHERE e.tenant_id = $1
        AND e.reservation_id = near.reservation_id AND e.position <= near.position)
      > (SELECT coalesce(sum(m.amount_minor - m.to_refund_minor - m.refunded_minor), 0) FROM reservation_payment m
        WHERE m.tenant_id = $1 AND m.reservation_id = near.reservation_id AND m.state = 'ACCEPTED') + ${PAID_BY_VOUCHER} AS is_owed
  FROM near
  JOIN reservation r ON r.tenant_id = $1 AND r.id = near.reservation_id
  JOIN performance p ON p.tenant_id = $1 AND p.id = r.performance_id
  ORDER BY near.reservation_id, near.position LIMIT ${BATCH} FOR UPDATE OF r SKIP LOCKED`;
const MARK = `UPDATE reservation_instalment i SET reminded_at = now() FROM unnest($2::uuid[], $3::int[]) AS due (id, position)
  WHERE i.tenant_id = $1 AND i.reservation_id = due.id AND i.position = due.position`;

interface Row extends Record<string, unknown> {
  id: string;
  position: number;
  due_on: string;
  is_owed: boolean;
}

/** Has the mails of one batch sent; returns how many instalments were looked at. */
export async function remindOfInstalments(tx: Tx): Promise<number> {
  const { rows } = await tx.sql.query<Row>(DUE, [tx.tenantId]);
  const columns = [rows.map(({ id }) => id), rows.map(({ position }) => position)];
  tx.defer({ text: MARK, values: [tx.tenantId, ...columns] });
  for (const { id: reservationId, due_on: dueOn } of rows.filter(({ is_owed: isOwed }) => isOwed))
    await tx.publish('ticketing.reservation.v1', reservationId, {
      $case: 'instalmentDue',
      value: { reservationId, dueOn },
    });
  return rows.length;
}

/** In the morning of the theatre, `daysBeforeToRemindInstalment` days before an agreed payment. */
export const remindOfInstalmentsDaily = defineSchedule({
  name: 'ticketing.remind-of-instalments',
  label: { fr: 'Rappels avant les échéances', en: 'Reminders before instalments' },
  cron: '30 9 * * *',
  zone: 'tenant',
  run: async (task) => {
    let count = BATCH;
    while (count === BATCH) {
      task.signal.throwIfAborted();
      count = await task.inTenant(remindOfInstalments);
    }
  },
});
