import { openApi, type OpenApiTag } from '../http/openapi';
import { reply, route } from '../http/route';
import type { Route } from '../http/types';
import type { Health } from './health';
import type { Manifest } from './manifest';

/** Routes of every service beside its own. */
export function serviceRoutes(
  manifest: Manifest,
  routes: readonly Route[],
  tags: readonly OpenApiTag[],
  health: Health,
): Route[] {
  // Generated on the first request: it takes as long as the rest of the start.
  let document: ReturnType<typeof openApi> | undefined;
  return [
    route.get('/health/live', { summary: 'Whether the process runs', access: 'public' }, async () => ({
      live: true,
    })),
    route.get('/health/ready', { summary: 'Whether it should be sent work', access: 'public' }, async () => {
      const readiness = await health.readiness();
      return reply(readiness, { status: readiness.status === 'unready' ? 503 : 200 });
    }),
    route.get(
      '/openapi.json',
      { summary: 'The OpenAPI document', access: 'public' },
      async () => (document ??= openApi(`Coulisse ${manifest.name}`, routes, tags)),
    ),
  ];
}

/** Throws if two routes have the same method and path: the second would never be reached. */
export function assertDistinct(routes: readonly Route[]): void {
  const seen = new Set<string>();
  for (const { method, path } of routes) {
    const key = `${method} ${path.replace(/:\w+/g, ':')}`;
    if (seen.has(key)) throw new Error(`two routes answer ${key}`);
    seen.add(key);
  }
}
