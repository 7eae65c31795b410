import { defineSchedule } from '@coulisse/job-runner';
import type { Tx } from '@coulisse/service-kit';
import { LOCAL_TODAY } from '@coulisse/service-kit/local-date';
import { z } from 'zod';
import { TICKETS_ON } from './tickets-on';

const BATCH = 200;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Sold reservations without tickets whose day has come. One whose tickets are being rendered is published again on the next
 * day at most: documents answers a repeated key with the first document.
 */
const DUE = `SELECT sale.reservation_id AS id
  FROM show s
  JOIN performance p ON p.tenant_id = s.tenant_id AND p.show_id = s.id AND p.starts_at > now() AND NOT p.is_cancelled
    AND ${TICKETS_ON} <= ${LOCAL_TODAY}
  JOIN reservation r ON r.tenant_id = p.tenant_id AND r.performance_id = p.id AND r.state = 'VALIDATED'
  JOIN sale_process sale ON sale.tenant_id = r.tenant_id AND sale.reservation_id = r.id AND sale.document_id IS NULL
    AND NOT sale.is_withheld
  WHERE s.tenant_id = $1 AND sale.reservation_id > $2 ORDER BY sale.reservation_id LIMIT ${BATCH}`;

/** Has the tickets of one batch after an id made; returns the last one, or undefined at the end. */
export async function makeDueTickets(tx: Tx, after: string): Promise<string | undefined> {
  const { rows } = await tx.sql.query<{ id: string }>(DUE, [tx.tenantId, after]);
  for (const { id: reservationId } of rows)
    await tx.publish('ticketing.reservation.v1', reservationId, {
      $case: 'ticketsDue',
      value: { reservationId },
    });
  return rows.at(-1)?.id;
}

/** In the morning of the theatre, before the reminders: tickets are made and mailed the days before the show that it says. */
export const makeTicketsDaily = defineSchedule({
  name: 'ticketing.make-tickets',
  label: { fr: 'Billets avant les représentations', en: 'Tickets before performances' },
  cron: '30 8 * * *',
  zone: 'tenant',
  checkpoint: z.object({ after: z.uuid() }),
  run: async (task) => {
    for (let after: string | undefined = task.checkpoint?.after ?? NOBODY; after !== undefined;) {
      task.signal.throwIfAborted();
      const previous: string = after;
      after = await task.inTenant(async (tx) => {
        const last = await makeDueTickets(tx, previous);
        if (last !== undefined) await task.save(tx, { after: last });
        return last;
      });
    }
  },
});
