import { mayAll } from '@coulisse/service-kit/actor';
import { Problem } from '@coulisse/service-kit/problem';
import { validate as isUuid } from 'uuid';
import type { OperationSteps } from '../operation-steps';
import { runStatement } from '../store';
import type { Call, Presented, Row } from '../types';

/**
 * Moves a record before another one, or to the end. Positions are integers from one, renumbered in one statement;
 * concurrent moves of the same records wait.
 */
export async function orderRecord(
  steps: OperationSteps,
  call: Call,
  id: string,
  before: string | null,
): Promise<Presented> {
  steps.authorise(call, 'update');
  const { resource } = call;
  if (!resource.sortable) throw new Problem('http.404');
  // The order is that of all records: moving one changes the place of others.
  if (!mayAll(call.actor, `${resource.rights}.update`)) throw new Problem('security.insufficient-privilege');
  const unknown = new Problem('validation.failed', {
    errors: [{ pointer: '/before', code: 'validation.choice' }],
  });
  if (before !== null && (!isUuid(before) || before === id)) throw unknown;
  return steps.inTransaction(call, id, async (tx) => {
    const statements = steps.store.statements(resource);
    // Before any row is locked: otherwise two concurrent moves could deadlock.
    const turn = [`${tx.tenantId} ${resource.table}`, tx.tenantId, before];
    const { rows } = await runStatement<Row>(tx.sql, { ...statements.orderLock(), values: turn });
    if (!rows[0]?.found) throw unknown;
    const previous = await steps.lock(tx, call, id, null);
    await runStatement(tx.sql, { ...statements.order(), values: [tx.tenantId, id, before] });
    const current = await steps.find(tx, call, id);
    const places: [unknown, unknown] = [previous.record.position, current.record.position];
    if (places[0] !== places[1])
      steps.recordChange(tx, call, current, 'order', { position: places }, 'update');
    return steps.present(tx, call, current);
  });
}
