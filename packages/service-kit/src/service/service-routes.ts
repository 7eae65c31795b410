import { revalidated } from '../http/etag';
import { openApi } from '../http/openapi';
import { reply, route } from '../http/route';
import type { Route } from '../http/types';
import type { DescribeResources, KernelOptions } from '../kernel-port';
import type { Health } from './health';
import type { Manifest } from './types';

/** What every service answers beside its own routes. */
export function serviceRoutes(
  manifest: Manifest,
  routes: readonly Route[],
  health: Health,
  describe: DescribeResources,
  options: KernelOptions,
): Route[] {
  const { fr, en } = options.locales;
  const tags = (manifest.resources ?? []).map(({ name }) => ({
    name,
    description: [en, fr].map((texts) => texts[`${name}.plural`] ?? name).join(' · '),
  }));
  // Written when somebody reads it: it takes as long as all the rest of a start.
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
    route.get(
      '/_resources',
      { summary: 'The resources the caller may see', access: 'authenticated' },
      async ({ actor, headers }) =>
        revalidated(
          { resources: describe(manifest.resources ?? [], actor, options) },
          headers['if-none-match'],
        ),
    ),
  ];
}

/** Two routes with the same method and path: the second would never be reached. */
export function assertDistinct(routes: readonly Route[]): void {
  const seen = new Set<string>();
  for (const { method, path } of routes) {
    const key = `${method} ${path.replace(/:\w+/g, ':')}`;
    if (seen.has(key)) throw new Error(`two routes answer ${key}`);
    seen.add(key);
  }
}
