import type { Router } from 'express';
import { jsonBody } from '@coulisse/service-kit/http';
import { z } from 'zod';
import type { Config } from '../config';
import { parseBody } from '../session/parse-body';
import { strictRouter } from '../http/strict-router';
import { askEach, servicesNamed } from './ask-services';
import { addJoinedList } from './joined-list';

const STATES = ['RETRYING', 'DEAD'] as const;
const target = z.strictObject({ state: z.enum(STATES).optional(), service: z.string().optional() });
const counted = z.object({ count: z.int() });

const PATH = '/b/api/failed-deliveries';
const SERVICE_PATH = '/_failed-deliveries';

/**
 * `/b/api/failed-deliveries`: lists (newest first), retries and discards messages that a consumer of any service could
 * not handle. Services that are down are named in a header.
 */
export function failedDeliveries(services: Config['services']): Router {
  const router = strictRouter();
  addJoinedList(router, services, {
    path: PATH,
    servicePath: SERVICE_PATH,
    states: STATES,
    counted: STATES,
    actions: ['_retry', '_discard'],
  });

  router.post(`${PATH}/_retry`, jsonBody({ limit: '1kb' }), async (request, response) => {
    const { state, service } = parseBody(target, request.body ?? {});
    const targets = servicesNamed(services, service);
    const init = { method: 'POST', body: JSON.stringify({ state }) };
    const asking = await askEach(targets, `${SERVICE_PATH}/_retry`, [request, response], init);
    if (!asking) return;
    const count = asking.answers.reduce((sum, { text }) => sum + counted.parse(JSON.parse(text)).count, 0);
    response.json({ count, unavailable: asking.unavailable });
  });
  return router;
}
