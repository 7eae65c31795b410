import { z } from 'zod';
import { named, route, sendFile } from '@coulisse/service-kit/http';
import { Problem } from '@coulisse/service-kit/problem';
import type { RouteGroup } from '../routes/route-group';
import { JOB_STATES, readChunks } from '@coulisse/job-runner';

const jobSchema = named(
  'Job',
  z.object({
    id: z.uuid(),
    kind: z.string(),
    state: z.enum(JOB_STATES),
    done: z.int(),
    total: z.int().nullable(),
    result: z.unknown(),
    problem: z.looseObject({ code: z.string(), title: z.string(), detail: z.string() }).nullable(),
    file: z.object({ name: z.string(), mediaType: z.string(), size: z.int() }).nullable(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  }),
);
/** The response of a route that starts a job. */
export const jobAnswer = named('StartedJob', z.object({ job: jobSchema }));

const jobList = z.object({ items: z.array(jobSchema) });
const jobsQuery = z.strictObject({ mine: z.string().optional() });

/** Jobs of a resource: exports, imports and bulk actions that run longer than their request. */
export const jobRoutes: RouteGroup = ({ resource, pipeline, base, common, access, call, id }) => {
  if (!resource.operations.includes('read')) return [];
  const { jobs } = pipeline;
  return [
    route.get(
      `${base}/_jobs`,
      {
        ...common,
        summary: `Jobs of ${resource.name}, latest first`,
        access: access('read'),
        query: jobsQuery,
        response: jobList,
      },
      async (request) => ({ items: await jobs.list(call(request), request.query.mine !== undefined) }),
    ),
    route.get(
      `${base}/_jobs/{id}`,
      { ...common, summary: 'How far a job is', access: access('read'), params: id, response: jobSchema },
      (request) => jobs.read(call(request), request.params.id),
    ),
    route.post(
      `${base}/_jobs/{id}/cancel`,
      { ...common, summary: 'End a job', access: access('read'), params: id, response: jobSchema },
      (request) => jobs.cancel(call(request), request.params.id),
    ),
    route.get(
      `${base}/_jobs/{id}/file`,
      {
        ...common,
        summary: 'The file that a job made',
        access: access('read'),
        params: id,
        stream: true,
        openapi: { responses: { 200: { description: 'The file, as an attachment' } } },
      },
      async (request, ctx, { res }) => {
        const { file, finishedAt } = await jobs.read(call(request), request.params.id);
        if (!file || !finishedAt) throw new Problem('http.404');
        await sendFile(res, file, readChunks(ctx.db, request.actor, request.params.id, 'output'));
      },
    ),
  ];
};
