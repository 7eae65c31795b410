import { Problem } from '../../problem/problem';
import { isId } from '../lists/comparable';
import { groupableColumn } from '../lists/filter';
import { ListReader, type Figures, type Group, type ListPage, type Neighbours } from '../lists/reader';
import { parseListQuery, parseOrdered, parseSelection, type RawQuery } from '../list-query';
import type { Pipeline } from '../pipeline';
import type { Call, Row } from '../types';

export type { ListPage } from '../lists/reader';

export const listRecords = (pipeline: Pipeline, call: Call, query: RawQuery): Promise<ListPage<Row>> =>
  reading(pipeline, call, (reader) =>
    reader.served(parseListQuery(pipeline.store.statements(call.resource), query)),
  );

export const totalRecords = (pipeline: Pipeline, call: Call, query: RawQuery): Promise<Figures> =>
  reading(pipeline, call, (reader) =>
    reader.totals(parseSelection(pipeline.store.statements(call.resource), query)),
  );

export async function groupRecords(
  pipeline: Pipeline,
  call: Call,
  { by, ...query }: RawQuery,
): Promise<{ groups: Group[] }> {
  const { resource } = call;
  const statements = pipeline.store.statements(resource);
  const column = typeof by === 'string' ? groupableColumn(statements, by) : undefined;
  if (!column)
    throw new Problem('validation.failed', { errors: [{ pointer: '/by', code: 'validation.choice' }] });
  const groups = await reading(pipeline, call, (reader) =>
    reader.groups(parseSelection(statements, query), column),
  );
  return { groups };
}

/** The records before and after one, in the list that a query makes. */
export async function neighboursOf(
  pipeline: Pipeline,
  call: Call,
  id: string,
  query: RawQuery,
): Promise<Neighbours> {
  const found =
    isId(id) &&
    (await reading(pipeline, call, (reader) =>
      reader.neighbours(parseOrdered(pipeline.store.statements(call.resource), query), id),
    ));
  if (!found) throw new Problem('http.404');
  return found;
}

/** Reads lists in the caller's tenant; where records are tenants themselves, the platform's staff read them all. */
export async function reading<R>(
  pipeline: Pipeline,
  call: Call,
  work: (reader: ListReader) => Promise<R>,
): Promise<R> {
  const { resource, actor } = call;
  const { store, ctx } = pipeline;
  pipeline.authorise(call, 'read');
  if (resource.tenancy === 'self' && actor.tenantId === null)
    return ctx.db.inPlatform(`list ${resource.name}`, ({ sql }) =>
      work(new ListReader(store, resource, null, (statements) => sql.all(statements))),
    );
  const { tenantId } = actor;
  if (!tenantId) throw new Problem('security.insufficient-privilege');
  return work(new ListReader(store, resource, tenantId, (statements) => ctx.db.ask(actor, statements)));
}
