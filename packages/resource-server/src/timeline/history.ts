import { baseName } from '@coulisse/resource';
import { validate as isUuid } from 'uuid';
import { isScoped } from '@coulisse/service-kit/actor';
import { Problem } from '@coulisse/service-kit/problem';
import type { Pipeline } from '../pipeline';
import { statementName, type Statements } from '../statements';
import type { Call, Row } from '../types';

const NEWEST = `SELECT t.id, t.at, t.action, t.changes, CASE WHEN t.actor_id IS NOT NULL THEN t.actor_name END AS actor,
    t.impersonator
  FROM kit.history t WHERE t.tenant_id = $1::uuid AND t.entity = $2 AND t.entity_id = $3`;
const OLDER = ` AND (t.at, t.id) < (SELECT h.at, h.id FROM kit.history h WHERE h.tenant_id = $1::uuid AND h.id = $5)`;
const ORDER = ' ORDER BY t.at DESC, t.id DESC LIMIT $4';

export interface HistoryPage {
  items: Row[];
  /** Id for `before`, to request older entries; null if there are none. */
  next: string | null;
}

/** The changes of an entry by the names that fields have today. */
const withCurrentNames = (statements: Statements, changes: unknown): unknown =>
  typeof changes === 'object' && changes !== null
    ? Object.fromEntries(
        Object.entries(changes).map(([field, pair]) => [statements.currentName(field), pair as unknown]),
      )
    : changes;

/** Who changed the record, latest first. `before` is the id of the oldest row that the caller has. */
export async function readHistory(
  pipeline: Pipeline,
  call: Call,
  id: string,
  { before, size }: { before?: string; size: number },
): Promise<HistoryPage> {
  pipeline.authorise(call, 'read');
  if (before !== undefined && !isUuid(before)) throw new Problem('request.malformed');
  return pipeline.inTransaction(call, id, async (tx) => {
    const text = NEWEST + (before ? OLDER : '') + ORDER;
    const values = [tx.tenantId, baseName(call.resource), id, size + 1, ...(before ? [before] : [])];
    const { rows } = await tx.sql.named<Row>(statementName('history', text), text, values);
    if ((rows.length === 0 && !before) || isScoped(call.actor)) await pipeline.find(tx, call, id);
    const items = rows.slice(0, size);
    const statements = pipeline.store.statements(call.resource);
    if (statements.hasFormerNames)
      for (const item of items) item.changes = withCurrentNames(statements, item.changes);
    return { items, next: rows.length > size ? String(items.at(-1)?.id) : null };
  });
}
