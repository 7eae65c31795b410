import { Problem, type Tx } from '@coulisse/service-kit';
import { v7 as newId } from 'uuid';
import type { ReservationMoves, RunScope, Unplaced } from './placement-plan.domain';

export interface PlacementRun {
  id: string;
  performanceId: string;
  state: 'PROPOSED' | 'APPLIED' | 'UNDONE';
  scope: RunScope;
  moves: ReservationMoves[];
  unplaced: Unplaced[];
  createdAt: string;
  appliedAt: string | null;
  undoneAt: string | null;
}

const INSERT = `INSERT INTO placement_run (id, tenant_id, performance_id, scope, moves, unplaced) VALUES ($1, $2, $3, $4, $5, $6)`;

/** Records a placement that is not applied yet. */
export async function insertRun(
  tx: Tx,
  performanceId: string,
  { scope, moves, unplaced }: Pick<PlacementRun, 'scope' | 'moves' | 'unplaced'>,
): Promise<PlacementRun> {
  const id = newId();
  const values = [id, tx.tenantId, performanceId, scope, JSON.stringify(moves), JSON.stringify(unplaced)];
  tx.defer({ text: INSERT, values });
  return readRun(tx, performanceId, id);
}

const COLUMNS = `id, performance_id AS "performanceId", state, scope, moves, unplaced, created_at AS "createdAt",
  applied_at AS "appliedAt", undone_at AS "undoneAt"`;
const RUN = `SELECT ${COLUMNS} FROM placement_run WHERE tenant_id = $1 AND performance_id = $2 AND id = $3`;

type RunRow = Omit<PlacementRun, 'createdAt' | 'appliedAt' | 'undoneAt'> & {
  createdAt: Date;
  appliedAt: Date | null;
  undoneAt: Date | null;
};

export async function readRun(tx: Tx, performanceId: string, id: string, lock = ''): Promise<PlacementRun> {
  const { rows } = await tx.sql.query<RunRow & Record<string, unknown>>(`${RUN} ${lock}`, [
    tx.tenantId,
    performanceId,
    id,
  ]);
  const [row] = rows;
  if (!row) throw new Problem('http.404');
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    appliedAt: row.appliedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  };
}

/** Notes that the moves of a placement were made or undone. */
export async function finishRun(
  tx: Tx,
  run: PlacementRun,
  state: 'APPLIED' | 'UNDONE',
): Promise<PlacementRun> {
  await tx.sql.query(
    `UPDATE placement_run SET state = $3::text, applied_at = coalesce(applied_at, now()),
       undone_at = CASE WHEN $3::text = 'UNDONE' THEN now() END WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, run.id, state],
  );
  await tx.history('ticketing.performance', run.performanceId, `placement-${state.toLowerCase()}`, {
    reservations: [null, run.moves.length],
  });
  return readRun(tx, run.performanceId, run.id);
}
