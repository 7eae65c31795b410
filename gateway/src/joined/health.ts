import { Router } from 'express';

/** Throws, or takes too long, when the part is down. */
export type Check = (signal: AbortSignal) => Promise<unknown>;

export const httpCheck =
  (url: string): Check =>
  async (signal) => {
    const response = await fetch(url, { signal });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  };

const within = (check: Check, timeoutMs: number): Promise<unknown> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const late = new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true });
  });
  return Promise.race([check(signal), late]);
};

/** `/health/live`: this process answers. `/health/ready`: so does everything that it needs. */
export function health(checks: Record<string, Check>, timeoutMs = 2_000): Router {
  const router = Router();
  router.get('/health/live', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'live' });
  });
  router.get('/health/ready', async (_request, response) => {
    const names = Object.keys(checks);
    const results = await Promise.allSettled(Object.values(checks).map((check) => within(check, timeoutMs)));
    const parts = Object.fromEntries(
      names.map((name, index) => [name, results[index]?.status === 'fulfilled' ? 'up' : 'down']),
    );
    const ready = results.every((result) => result.status === 'fulfilled');
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'unready', parts });
  });
  return router;
}
