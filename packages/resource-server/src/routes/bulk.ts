import { z } from 'zod';
import { named, reply, route, type Route } from '@coulisse/service-kit/http';
import { enqueueBulk } from '../bulk/bulk-job';
import { bulkActions, bulkBody, bulkOrder } from '../bulk/bulk-order';
import { runBulk } from '../bulk/run-bulk';
import { replyRecord, type RouteGroup } from './route-group';

const result = z.object({
  id: z.uuid(),
  ok: z.boolean(),
  problem: z.looseObject({ code: z.string() }).optional(),
  label: z.string().nullish(),
});
const summary = named('BulkAnswer', z.object({ results: z.array(result), done: z.int(), failed: z.int() }));

/** Routes for many records at once. */
export const bulkRoutes: RouteGroup = ({ resource, pipeline, base, common, record, access, call }) => {
  const actions = bulkActions(resource);
  const bulk: Route[] = actions.length
    ? [
        route.post(
          `${base}/_bulk`,
          {
            ...common,
            summary: `Do the same to many: ${actions.join(', ')}. Named ones at once, those of a query by a job (202)`,
            // Each action has its own right.
            access: 'authenticated',
            body: bulkBody,
            response: summary,
            idempotent: true,
          },
          async (request) => {
            const order = bulkOrder(call(request), request.body);
            const { ids, query } = request.body;
            if (ids) return runBulk(pipeline, call(request), order, ids);
            return reply(
              { job: await enqueueBulk(pipeline, call(request), order, query ?? {}) },
              { status: 202 },
            );
          },
        ),
      ]
    : [];
  const order: Route[] = resource.sortable
    ? [
        route.post(
          `${base}/_order`,
          {
            ...common,
            summary: `Move a ${resource.name} before another one, or to the end`,
            access: access('update'),
            body: z.strictObject({
              id: z.uuid('validation.choice'),
              before: z.uuid('validation.choice').nullable(),
            }),
            response: record,
            idempotent: true,
          },
          async (request) => {
            const { id, before } = request.body;
            return replyRecord(await pipeline.order(call(request), id, before));
          },
        ),
      ]
    : [];
  return [...bulk, ...order];
};
