import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { may, type Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';
import { checkViewQuery, validParts, type ViewQuery } from './view-query';

/** A view as it is served. */
export interface View {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly shared: boolean;
  /** Created by the caller. */
  readonly mine: boolean;
  /** The default view of the caller. */
  readonly isDefault: boolean;
  readonly query: ViewQuery;
}
export interface NewView {
  readonly name: string;
  readonly icon?: string | null;
  readonly query: ViewQuery;
  readonly shared?: boolean;
}

/** Maximum number of views per list and user. */
const MOST_VIEWS = 100;

interface ViewRow extends Record<string, unknown> {
  id: string;
  name: string;
  icon: string | null;
  shared: boolean;
  mine: boolean;
  is_default: boolean;
  query: ViewQuery;
}
const COLUMNS = `v.id, v.name, v.icon, v.shared, v.query, v.owner_id = $3 AS mine, EXISTS (SELECT 1 FROM kit.view_default d WHERE d.tenant_id = v.tenant_id AND d.resource = v.resource AND d.user_id = $3 AND d.view_id = v.id) AS is_default`;
/** The user's own views, and shared ones. */
const VISIBLE = 'v.tenant_id = $1 AND v.resource = $2 AND (v.owner_id = $3 OR v.shared)';

export const listViews = (pipeline: Pipeline, call: Call): Promise<{ items: View[] }> =>
  // A caller without a tenant has no views.
  call.actor.tenantId === null
    ? Promise.resolve({ items: [] })
    : inPersonalTransaction(pipeline, call, async (tx, person) => {
        const { rows } = await tx.sql.query<ViewRow>(
          `SELECT ${COLUMNS} FROM kit.saved_view v WHERE ${VISIBLE} ORDER BY v.shared, v.name, v.id`,
          [tx.tenantId, call.resource.name, person],
        );
        return { items: rows.map((row) => presented(pipeline, call, row)) };
      });

export async function createView(pipeline: Pipeline, call: Call, view: NewView): Promise<View> {
  const { resource, actor } = call;
  const { name, icon = null, query, shared = false } = view;
  if (shared) mayShare(call);
  checkViewQuery(pipeline.store.statements(resource), query);
  return inPersonalTransaction(pipeline, call, async (tx, person) => {
    const own = await tx.sql.query<{ total: number }>(
      'SELECT count(*)::integer AS total FROM kit.saved_view v WHERE v.tenant_id = $1 AND v.resource = $2 AND v.owner_id = $3',
      [tx.tenantId, resource.name, person],
    );
    if ((own.rows[0]?.total ?? 0) >= MOST_VIEWS)
      throw new Problem('view.too-many', { params: { max: MOST_VIEWS } });
    const id = uuidv7();
    await tx.sql.query(
      `INSERT INTO kit.saved_view (id, tenant_id, resource, name, icon, query, shared, owner_id, owner_name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, tx.tenantId, resource.name, name, icon, JSON.stringify(query), shared, person, actor.displayName],
    );
    return found(pipeline, call, tx, person, id);
  });
}

/** Absent properties stay unchanged, null clears. */
export async function updateView(
  pipeline: Pipeline,
  call: Call,
  id: string,
  changes: Partial<NewView>,
): Promise<View> {
  const { name, icon, query, shared } = changes;
  if (query) checkViewQuery(pipeline.store.statements(call.resource), query);
  return inPersonalTransaction(pipeline, call, async (tx, person) => {
    const before = await found(pipeline, call, tx, person, id);
    if (!before.mine || (shared !== undefined && shared !== before.shared)) mayShare(call);
    await tx.sql.query(
      `UPDATE kit.saved_view v SET name = coalesce($4, v.name), icon = CASE WHEN $5 THEN $6 ELSE v.icon END,
       query = coalesce($7::jsonb, v.query), shared = coalesce($8, v.shared), updated_at = now()
       WHERE ${VISIBLE} AND v.id = $9`,
      [
        tx.tenantId,
        call.resource.name,
        person,
        name ?? null,
        icon !== undefined,
        icon ?? null,
        query ? JSON.stringify(query) : null,
        shared ?? null,
        id,
      ],
    );
    return found(pipeline, call, tx, person, id);
  });
}

export const deleteView = (pipeline: Pipeline, call: Call, id: string): Promise<void> =>
  inPersonalTransaction(pipeline, call, async (tx, person) => {
    const { mine } = await found(pipeline, call, tx, person, id);
    if (!mine) mayShare(call);
    await tx.sql.query(`DELETE FROM kit.saved_view v WHERE ${VISIBLE} AND v.id = $4`, [
      tx.tenantId,
      call.resource.name,
      person,
      id,
    ]);
  });

/** Sets the default view of the caller's list; null for none. */
export const chooseDefault = (pipeline: Pipeline, call: Call, viewId: string | null): Promise<void> =>
  inPersonalTransaction(pipeline, call, async (tx, person) => {
    const key = [tx.tenantId, call.resource.name, person];
    if (viewId === null) {
      await tx.sql.query(
        'DELETE FROM kit.view_default WHERE tenant_id = $1 AND resource = $2 AND user_id = $3',
        key,
      );
      return;
    }
    // In one statement, so that a view that is deleted meanwhile is not found.
    const { rowCount } = await tx.sql.query(
      `INSERT INTO kit.view_default (tenant_id, resource, user_id, view_id)
       SELECT v.tenant_id, v.resource, $3, v.id FROM kit.saved_view v WHERE ${VISIBLE} AND v.id = $4
       ON CONFLICT (tenant_id, resource, user_id) DO UPDATE SET view_id = excluded.view_id`,
      [...key, isUuid(viewId) ? viewId : null],
    );
    if (rowCount === 0)
      throw new Problem('validation.failed', { errors: [{ pointer: '/viewId', code: 'validation.choice' }] });
  });

/** Runs in the caller's tenant; requires the right to read the list. */
function inPersonalTransaction<R>(
  pipeline: Pipeline,
  call: Call,
  work: (tx: Tx, person: string) => Promise<R>,
): Promise<R> {
  pipeline.authorise(call, 'read');
  const { userId, tenantId } = call.actor;
  if (userId === null || tenantId === null) throw new Problem('security.insufficient-privilege');
  return pipeline.ctx.db.inTenant(call.actor, (tx) => work(tx, userId));
}
/** Shared views may be changed only by users who may update the records. */
function mayShare({ resource, actor }: { resource: Call['resource']; actor: Actor }): void {
  if (!may(actor, `${resource.rights}.update`)) throw new Problem('security.insufficient-privilege');
}

async function found(pipeline: Pipeline, call: Call, tx: Tx, person: string, id: string): Promise<View> {
  if (!isUuid(id)) throw new Problem('http.404');
  const { rows } = await tx.sql.query<ViewRow>(
    `SELECT ${COLUMNS} FROM kit.saved_view v WHERE ${VISIBLE} AND v.id = $4`,
    [tx.tenantId, call.resource.name, person, id],
  );
  const [row] = rows;
  if (!row) throw new Problem('http.404');
  return presented(pipeline, call, row);
}
const presented = (pipeline: Pipeline, { resource }: Call, { is_default, query, ...row }: ViewRow): View => ({
  ...row,
  isDefault: is_default,
  query: validParts(pipeline.store.statements(resource), query),
});
