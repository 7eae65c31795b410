import type { CheckResult, Health } from '@coulisse/service-kit/service';
import type { Router } from 'express';
import { strictRouter } from '../http/strict-router';

/** Health check over HTTP: up, degraded or down as the response says. */
export const httpCheck =
  (url: string) =>
  async (signal: AbortSignal): Promise<CheckResult> => {
    const response = await fetch(url, { signal, redirect: 'error' });
    if (!response.ok) {
      await response.body?.cancel();
      return { status: 'down', reason: `answered ${response.status}` };
    }
    const body = (await response.json().catch(() => null)) as { status?: unknown } | null;
    return body?.status === 'degraded' ? { status: 'degraded' } : true;
  };

/**
 * `/health/live`: this process responds. `/health/ready`: it can serve; dependencies are listed one by one, because the
 * other services can be used while one is down.
 */
export function healthRoutes(health: Health): Router {
  const router = strictRouter();
  router.get('/health/live', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'live' });
  });
  router.get('/health/ready', async (_request, response) => {
    const readiness = await health.readiness();
    response
      .status(readiness.status === 'unready' ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json(readiness);
  });
  return router;
}
