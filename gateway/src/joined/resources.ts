import { createHash } from 'node:crypto';
import type { Router } from 'express';
import type { Config } from '../config';
import { fetchFromAll } from './peers';
import { strictRouter } from '../http/strict-router';

/**
 * `GET /b/api/_resources`: the descriptors of every service in one document. Each service filters its own by the
 * rights of the caller; one that is down is left out and named in a header.
 */
export function joinedResources(services: Config['services']): Router {
  const router = strictRouter();
  router.get('/b/api/_resources', async (request, response) => {
    const headers: Record<string, string> = { authorization: request.get('authorization') ?? '' };
    const language = request.get('accept-language');
    if (language) headers['accept-language'] = language;
    const { answers, unavailable } = await fetchFromAll(services, '/_resources', headers);
    const resources = answers.flatMap(({ body }) =>
      Array.isArray(body['resources']) ? (body['resources'] as unknown[]) : [],
    );
    const text = JSON.stringify({ resources });
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    response.set({
      ETag: etag,
      'Cache-Control': 'private, no-cache',
      Vary: 'Authorization, Accept-Language',
    });
    if (unavailable.length > 0) response.set('X-Unavailable-Services', unavailable.join(', '));
    if (request.get('if-none-match') === etag) response.status(304).end();
    else response.type('application/json').send(text);
  });
  return router;
}
