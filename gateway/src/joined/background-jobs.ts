import type { Router } from 'express';
import { z } from 'zod';
import type { Config } from '../config';
import { strictRouter } from '../http/strict-router';
import { parseBody } from '../session/parse-body';
import { askEach, servicesNamed } from './ask-services';
import { addJoinedList } from './joined-list';

const scheduleQuery = z.strictObject({ service: z.string().optional(), locale: z.string().optional() });
const schedules = z.object({ items: z.array(z.looseObject({ name: z.string(), nextAt: z.string() })) });

/**
 * `/b/api/background-jobs`: lists the jobs that services declare and that wait, run or failed, or those of another state
 * (newest first), starts failed ones again and ends them. `/b/api/schedules`: what runs at planned times.
 */
export function backgroundJobs(services: Config['services']): Router {
  const router = strictRouter();
  addJoinedList(router, services, {
    path: '/b/api/background-jobs',
    servicePath: '/_background-jobs',
    states: ['WAITING', 'RUNNING', 'FAILED', 'DONE', 'CANCELLED'],
    counted: ['WAITING', 'RUNNING', 'FAILED'],
    actions: ['_retry', '_cancel'],
  });
  router.get('/b/api/schedules', async (request, response) => {
    const { service } = parseBody(scheduleQuery, request.query);
    const asking = await askEach(servicesNamed(services, service), '/_schedules', [request, response]);
    if (!asking) return;
    const all = asking.answers.flatMap(({ service: name, text }) =>
      schedules.parse(JSON.parse(text)).items.map((schedule) => ({ ...schedule, service: name })),
    );
    // What runs next comes first.
    const items = all.sort((a, b) => (a.nextAt < b.nextAt ? -1 : 1));
    response.set('Cache-Control', 'private, no-store').json({ items, unavailable: asking.unavailable });
  });
  return router;
}
