import { Problem } from '@coulisse/service-kit/problem';
import type { Router } from 'express';
import { jsonBody } from '@coulisse/service-kit/http';
import { z } from 'zod';
import type { Config } from '../config';
import { parseBody } from '../session/parse-body';
import { strictRouter } from '../http/strict-router';

const order = z.strictObject({
  /** `crm.channel` */
  resource: z.string().regex(/^[a-z]+\.[a-z0-9-]+$/),
  id: z.uuid(),
  /** Record to insert it before; null for the end. */
  before: z.uuid().nullable(),
});
const descriptors = z.object({ resources: z.array(z.looseObject({ name: z.string(), path: z.string() })) });

const TIMEOUT_MS = 10_000;

/**
 * `POST /b/api/core/positions/to-order`: reorders records of any resource. The resource's prefix names the service, its
 * descriptor the path; the service checks rights.
 */
export function positions(services: Config['services']): Router {
  const router = strictRouter();
  router.post('/b/api/core/positions/to-order', jsonBody({ limit: '10kb' }), async (request, response) => {
    const { resource, ...place } = parseBody(order, request.body);
    const unknown = new Problem('validation.failed', {
      errors: [{ pointer: '/resource', code: 'validation.choice' }],
    });
    const name = resource.split('.')[0] ?? '';
    const service = Object.hasOwn(services, name) ? services[name] : undefined;
    if (!service) throw unknown;
    const headers = {
      authorization: request.get('authorization') ?? '',
      'accept-language': request.get('accept-language') ?? 'fr',
      'content-type': 'application/json',
    };
    const callService = (path: string, init: RequestInit = {}) =>
      fetch(service + path, {
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
        ...init,
      }).catch((cause: unknown) => {
        throw new Problem('service.unavailable', { cause });
      });
    const described = await callService('/_resources');
    if (!described.ok) throw new Problem('service.unavailable');
    const { resources } = descriptors.parse(await described.json());
    const path = resources.find(({ name }) => name === resource)?.path;
    if (!path) throw unknown;
    const answer = await callService(`${path}/_order`, { method: 'POST', body: JSON.stringify(place) });
    response
      .status(answer.status)
      .type(answer.headers.get('content-type') ?? 'application/json')
      .send(await answer.text());
  });
  return router;
}
