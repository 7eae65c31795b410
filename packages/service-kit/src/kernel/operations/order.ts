import { Problem } from '../../problem/problem';
import { validate as isUuid } from 'uuid';
import type { Pipeline } from '../pipeline';
import { ask } from '../store';
import type { Call, Presented, Row } from '../types';

/**
 * Moves a record before another one, or to the end. Places are whole numbers from one on, given anew in one statement;
 * whoever orders the same records at the same moment waits.
 */
export async function orderRecord(
  pipeline: Pipeline,
  call: Call,
  id: string,
  before: string | null,
): Promise<Presented> {
  pipeline.authorise(call, 'update');
  const { resource } = call;
  if (!resource.sortable) throw new Problem('http.404');
  const unknown = new Problem('validation.failed', {
    errors: [{ pointer: '/before', code: 'validation.choice' }],
  });
  if (before !== null && (!isUuid(before) || before === id)) throw unknown;
  return pipeline.within(call, id, async (tx) => {
    const statements = pipeline.store.statements(resource);
    // Before any row is locked: two who order at once would otherwise wait for each other.
    const turn = [`${tx.tenantId} ${resource.table}`, tx.tenantId, before];
    const { rows } = await ask<Row>(tx.sql, { ...statements.orderLock(), values: turn });
    if (!rows[0]?.known) throw unknown;
    const was = await pipeline.find(tx, call, id, null);
    await ask(tx.sql, { ...statements.order(), values: [tx.tenantId, id, before] });
    const is = await pipeline.find(tx, call, id);
    const places: [unknown, unknown] = [was.record.position, is.record.position];
    if (places[0] !== places[1]) pipeline.tell(tx, call, is, 'order', { position: places }, 'update');
    return pipeline.present(tx, call, is);
  });
}
