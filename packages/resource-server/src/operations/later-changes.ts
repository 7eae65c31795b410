import { baseName, isShown, type AnyRecord } from '@coulisse/resource';
import type { Tx } from '@coulisse/service-kit/database';
import type { Call, Row } from '../types';

/** Changes listed at most in the response to a caller who lost a race. */
const MOST_CHANGES = 20;

/** What the caller of a refused transition has not seen: the current record and its latest changes, without values. */
export interface LaterChanges extends Record<string, unknown> {
  readonly current: { readonly state: string; readonly version: number };
  readonly changes: readonly {
    readonly action: string;
    readonly at: string;
    readonly actor: string | null;
    readonly fields: readonly string[];
  }[];
}

/** The latest changes of the record; each raised its version by one, unlike comments and revealed fields. */
export async function laterChanges(
  tx: Tx,
  { resource }: Call,
  { id, state, version }: AnyRecord,
  count: number,
): Promise<LaterChanges> {
  const fields = [...Object.keys(resource.fields), 'state'];
  const { rows } = await tx.sql.query<Row & { at: Date | string; changes: Row }>(
    `SELECT t.action, t.at, t.changes, CASE WHEN t.actor_id IS NOT NULL THEN t.actor_name END AS actor
     FROM kit.history t WHERE t.tenant_id = $1::uuid AND t.entity = $2 AND t.entity_id = $3
       AND t.changes ?| $4::text[] AND t.action NOT IN ('create', 'comment', 'reveal')
     ORDER BY t.at DESC, t.id DESC LIMIT $5`,
    [tx.tenantId, baseName(resource), id, fields, Math.max(1, Math.min(count, MOST_CHANGES))],
  );
  return {
    current: { state, version },
    changes: rows.map(({ action, at, changes, actor }) => ({
      action: String(action),
      at: new Date(at).toISOString(),
      actor: actor as string | null,
      fields: Object.keys(changes).filter((field) => fields.includes(field) && isShown(resource, field)),
    })),
  };
}
