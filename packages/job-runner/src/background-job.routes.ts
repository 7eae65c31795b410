import { z } from 'zod';
import { route, type Route } from '@coulisse/service-kit/http';
import { operatorReason, READ_DELIVERIES, UPDATE_DELIVERIES } from '@coulisse/service-kit/service';
import type { BackgroundJobs } from './background-jobs';
import { JOB_STATES } from './job';

const params = z.object({ id: z.uuid() });

/**
 * Jobs that this service declares; the gateway merges those of all services at `/b/api/background-jobs`. Whoever handles
 * messages that failed handles jobs that failed.
 */
export const backgroundJobRoutes = (jobs: BackgroundJobs): Route[] => [
  route.get(
    '/_background-jobs',
    {
      summary: 'Background jobs that wait, run or failed, or those of a state, newest first',
      access: { right: READ_DELIVERIES },
      query: z.strictObject({
        state: z.enum(JOB_STATES).optional(),
        before: z.uuid().optional(),
        limit: z.coerce.number().int().min(1).max(201).default(50),
      }),
    },
    ({ actor, language, query }) => jobs.list(actor, language, query),
  ),
  route.post(
    '/_background-jobs/{id}/_retry',
    { summary: 'Start a failed job again', access: { right: UPDATE_DELIVERIES }, params, status: 204 },
    ({ actor, params: { id } }) => jobs.retry(actor, id),
  ),
  route.post(
    '/_background-jobs/{id}/_cancel',
    {
      summary: 'End a job for good',
      access: { right: UPDATE_DELIVERIES },
      params,
      body: z.strictObject({ reason: operatorReason }),
      status: 204,
    },
    ({ actor, params: { id }, body }) => jobs.cancel(actor, id, body.reason),
  ),
];
