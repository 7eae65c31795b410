import { z } from 'zod';
import { named, route } from '@coulisse/service-kit/http';
import { listParameters, listSchema } from '../openapi';
import { groupRecords, neighboursOf, totalRecords } from '../operations/list';
import { viewRoutes } from '../views/view.routes';
import type { RouteGroup } from './route-group';

const sums = z.record(z.string(), z.string());
const figures = { total: z.int(), sums };
const group = z.object({
  value: z.union([z.string(), z.boolean()]).nullable(),
  label: z.string().nullable().optional(),
  ...figures,
});
const neighbours = named(
  'Neighbours',
  z.object({
    previous: z.uuid().nullable(),
    next: z.uuid().nullable(),
    place: z.int().nullable().meta({ description: 'Counted from one; null beyond what is counted' }),
    total: z.int().nullable(),
  }),
);

const anyQuery = z.looseObject({});
const total = z.object(figures);
const groups = z.object({ groups: z.array(group) });

/** Routes of a list: rows, totals, groups, views and neighbours. */
export const listRoutes: RouteGroup = (parts) => {
  const { resource, pipeline, base, common, id, access, call } = parts;
  if (!resource.operations.includes('read')) return [];
  const without =
    (...names: string[]) =>
    () => ({ parameters: listParameters(resource).parameters.filter(({ name }) => !names.includes(name)) });
  const ofPage = ['size', 'page', 'after', 'columns', 'total'];
  const about = { ...common, access: access('read'), query: anyQuery };
  const by = {
    name: 'by',
    in: 'query',
    required: true,
    schema: { type: 'string' },
    description: 'A choice, a state or a reference',
  };
  return [
    route.get(
      base,
      {
        ...about,
        summary: `List ${resource.name}`,
        response: () => listSchema(resource),
        openapi: without(),
      },
      (request) => pipeline.list(call(request), request.query),
    ),
    route.get(
      `${base}/_totals`,
      {
        ...about,
        summary: `Count a list of ${resource.name} to the last`,
        response: total,
        openapi: without(...ofPage, 'sort'),
      },
      (request) => totalRecords(pipeline, call(request), request.query),
    ),
    route.get(
      `${base}/_groups`,
      {
        ...about,
        summary: `Count a list of ${resource.name} by the values of a field`,
        response: groups,
        openapi: () => ({ parameters: [by, ...without(...ofPage, 'sort')().parameters] }),
      },
      (request) => groupRecords(pipeline, call(request), request.query),
    ),
    ...viewRoutes(parts),
    route.get(
      `${base}/{id}/neighbours`,
      {
        ...about,
        summary: `The ${resource.name} before and after one in a list`,
        params: id,
        response: neighbours,
        openapi: without(...ofPage),
      },
      (request) => neighboursOf(pipeline, call(request), request.params.id, request.query),
    ),
  ];
};
