import { Problem, type Tx } from '@coulisse/service-kit';
import { lockReservations } from './automatic-placement.command';
import { moveSeats } from './move-seats.command';
import { soldParties } from './parties.read-model';
import { planMoves, type WantedMove } from './placement-plan.domain';
import { finishRun, insertRun, type PlacementRun } from './placement-run.store';

const LOCKED_TARGETS = `SELECT 1 FROM performance_seat WHERE tenant_id = $1 AND performance_id = $2 AND id = ANY ($3::uuid[])
  AND table_number_locked LIMIT 1`;

/**
 * Moves reservations to the seats that somebody chose on the plan, all of them or nobody. Each has the version that was on
 * the screen: of two people who move the same reservation, the second is refused. It is undone like a placement.
 */
export async function moveOnPlan(
  tx: Tx,
  performanceId: string,
  requested: readonly WantedMove[],
): Promise<PlacementRun> {
  const ids = requested.map(({ reservationId }) => reservationId);
  await lockReservations(tx, performanceId, ids);
  const parties = await soldParties(tx, performanceId, ids);
  const { moves, refusal } = planMoves(parties, requested);
  if (refusal) throw new Problem(refusal);
  const targets = moves.flatMap((reservation) => reservation.moves.map(({ to }) => to));
  const { rowCount } = await tx.sql.query(LOCKED_TARGETS, [tx.tenantId, performanceId, targets]);
  if (rowCount > 0) throw new Problem('placement.seat-locked');
  const run = await insertRun(tx, performanceId, { scope: 'MANUAL', moves, unplaced: [] });
  await moveSeats(tx, performanceId, moves, parties, {
    action: 'moved-on-the-plan',
    refusal: 'placement.move-outdated',
    takes: () => true,
    leaves: ({ wasSold }) => wasSold,
  });
  return finishRun(tx, run, 'APPLIED');
}
