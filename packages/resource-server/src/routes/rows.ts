import { behaviourOf, wholeRight, type FieldSpec } from '@coulisse/resource';
import { z } from 'zod';
import { requiredVersion, route, type Route } from '@coulisse/service-kit/http';
import { rowBodyOf } from '../openapi';
import { addRow, deleteRow, editableRows, moveRow, transitionRow, updateRow } from '../operations/rows';
import { replyRecord, type RouteGroup, type RouteParts } from './route-group';

/** Routes of single rows of a record. Each requires the version of the record and returns the record. */
export const rowRoutes: RouteGroup = (parts) =>
  parts.resource.operations.includes('update')
    ? editableRows(parts.resource).flatMap(([field, spec]) => routesOf(parts, field, spec))
    : [];

interface Addressed {
  readonly actor: Parameters<RouteParts['call']>[0]['actor'];
  readonly language: Parameters<RouteParts['call']>[0]['language'];
  readonly params: { readonly id: string };
  readonly headers: Readonly<Record<string, string | undefined>>;
}

function routesOf(parts: RouteParts, field: string, spec: FieldSpec): Route[] {
  const { resource, pipeline, base, common, record, id, body, access, call, idempotency } = parts;
  const path = `${base}/{id}/${field}`;
  const ofRow = id.extend({ row: z.string() });
  const about = { ...common, ...idempotency, access: access('update'), response: record };
  const change = (request: Addressed) => ({
    call: call(request),
    id: request.params.id,
    field,
    version: requiredVersion(request.headers['if-match']),
  });
  const transitions = Object.entries(behaviourOf(spec).lifecycle?.transitions ?? {});
  return [
    route.post(
      path,
      {
        ...about,
        summary: `Add a row to the ${field} of a ${resource.name}, at the end`,
        params: id,
        body,
        openapi: () => rowBodyOf(resource, field, 'create'),
      },
      async (request) => replyRecord(await addRow(pipeline, change(request), request.body)),
    ),
    route.patch(
      `${path}/{row}`,
      {
        ...about,
        summary: `Change a row of the ${field} of a ${resource.name}: absent leaves, null clears`,
        params: ofRow,
        body,
        openapi: () => rowBodyOf(resource, field, 'update'),
      },
      async (request) =>
        replyRecord(await updateRow(pipeline, change(request), request.params.row, request.body)),
    ),
    route.delete(
      `${path}/{row}`,
      { ...about, summary: `Delete a row of the ${field} of a ${resource.name}`, params: ofRow },
      async (request) => replyRecord(await deleteRow(pipeline, change(request), request.params.row)),
    ),
    route.post(
      `${path}/{row}/move`,
      {
        ...about,
        summary: `Move a row of the ${field} of a ${resource.name} before another one, or to the end`,
        params: ofRow,
        body: z.strictObject({ before: z.uuid('validation.choice').nullable() }),
      },
      async (request) =>
        replyRecord(await moveRow(pipeline, change(request), request.params.row, request.body.before)),
    ),
    ...transitions.map(([name, { from, to, right }]) =>
      route.post(
        `${path}/{row}/transitions/${name}`,
        {
          ...about,
          access: { right: wholeRight(resource, right), scoped: true },
          summary: `A row of the ${field} of a ${resource.name}: ${from.join(', ')} → ${to}`,
          params: ofRow,
        },
        async (request) =>
          replyRecord(await transitionRow(pipeline, change(request), request.params.row, name)),
      ),
    ),
  ];
}
