import type { Tx } from '@coulisse/service-kit';
import type { Command } from '@coulisse/service-kit/kernel/index';
import { announceSeats, freeSoldSeats } from '../holds/claim-seats.command';

/** The seats of a reservation that was sold go back on sale; a draft has none of its own: its cart's time runs on. */
async function takeBack(tx: Tx, reservationId: string, performanceId: string): Promise<void> {
  const { rows } = await tx.sql.query<{ seat_id: string }>(
    `UPDATE ticket SET state = 'CANCELED' WHERE tenant_id = $1 AND reservation_id = $2 AND state = 'VALIDATED' RETURNING seat_id`,
    [tx.tenantId, reservationId],
  );
  const freed = await freeSoldSeats(
    tx,
    reservationId,
    rows.map((row) => row.seat_id),
    performanceId,
  );
  await announceSeats(tx, performanceId, freed, 'FREE');
}

/** Nothing was paid and nothing will be: who waits for the outcome is told so. */
async function tellBuyer(tx: Tx, reservationId: string): Promise<void> {
  await tx.sql.query(
    `UPDATE sale_process SET outcome = 'CANCELLED' WHERE tenant_id = $1 AND reservation_id = $2 AND outcome <> 'REFUND'`,
    [tx.tenantId, reservationId],
  );
}

/** `cancel` of a reservation; the pipeline has locked it and knows that it may be done. */
export const cancelReservation: Command = async ({ record }, tx, _ctx, proceed) => {
  const {
    id: reservationId,
    state,
    performance,
  } = record as { id: string; state: string; performance: string };
  if (state === 'VALIDATED') await takeBack(tx, reservationId, performance);
  else await tellBuyer(tx, reservationId);
  const canceled = await proceed();
  await tx.publish('ticketing.reservation.v1', reservationId, {
    $case: 'canceled',
    value: { reservationId, performanceId: performance },
  });
  return canceled;
};
