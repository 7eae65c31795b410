import { isScoped } from '@coulisse/service-kit/actor';
import { Problem } from '@coulisse/service-kit/problem';
import { isId } from '../lists/comparable';
import { groupableColumn } from '../lists/filter';
import { ListReader, type Figures, type Group, type ListPage, type Neighbours } from '../lists/reader';
import { parseListQuery, parseOrdered, parseSelection, type RawQuery } from '../list-query';
import type { OperationSteps } from '../operation-steps';
import type { Call, Row } from '../types';

export type { ListPage } from '../lists/reader';

export const listRecords = (steps: OperationSteps, call: Call, query: RawQuery): Promise<ListPage<Row>> =>
  reading(steps, call, (reader) =>
    reader.served(parseListQuery(steps.storeFor(call).statements(call.resource), query)),
  );

export const totalRecords = (steps: OperationSteps, call: Call, query: RawQuery): Promise<Figures> =>
  reading(steps, call, (reader) =>
    reader.totals(parseSelection(steps.storeFor(call).statements(call.resource), query)),
  );

export async function groupRecords(
  steps: OperationSteps,
  call: Call,
  { by, ...query }: RawQuery,
): Promise<{ groups: Group[] }> {
  const { resource } = call;
  const statements = steps.storeFor(call).statements(resource);
  const column = typeof by === 'string' ? groupableColumn(statements, by) : undefined;
  if (!column)
    throw new Problem('validation.failed', { errors: [{ pointer: '/by', code: 'validation.choice' }] });
  const groups = await reading(steps, call, (reader) =>
    reader.groups(parseSelection(statements, query), column),
  );
  return { groups };
}

/** The records before and after a record, in the list of a query. */
export async function neighboursOf(
  steps: OperationSteps,
  call: Call,
  id: string,
  query: RawQuery,
): Promise<Neighbours> {
  const found =
    isId(id) &&
    (await reading(steps, call, (reader) =>
      reader.neighbours(parseOrdered(steps.storeFor(call).statements(call.resource), query), id),
    ));
  if (!found) throw new Problem('http.404');
  return found;
}

/**
 * Reads lists of what the caller sees in their tenant; if the records are tenants themselves, platform staff read all
 * of them. `narrowed` is the right for which they are read, when it is not `read`.
 */
export async function reading<R>(
  steps: OperationSteps,
  call: Call,
  work: (reader: ListReader) => Promise<R>,
  narrowed?: string,
): Promise<R> {
  const { resource, actor } = call;
  const { ctx } = steps;
  const store = steps.storeFor(call, narrowed);
  steps.authorise(call, 'read');
  if (resource.tenancy === 'self' && actor.tenantId === null)
    return ctx.db.inPlatform(`list ${resource.name}`, ({ sql }) =>
      work(new ListReader(store, resource, null, (statements) => sql.batch(statements))),
    );
  const { tenantId } = actor;
  if (!tenantId) throw new Problem('security.insufficient-privilege');
  const reader = isScoped(actor) ? (actor.userId ?? '') : '';
  return work(
    new ListReader(store, resource, tenantId, (statements) => ctx.db.batch(actor, statements), reader),
  );
}
