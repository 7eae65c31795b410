import { Problem } from '@coulisse/service-kit/problem';
import type { Router } from 'express';
import { jsonBody } from '@coulisse/service-kit/http';
import { z } from 'zod';
import type { Config } from '../config';
import { parseBody } from '../session/parse-body';
import { askEach, call, servicesNamed } from './ask-services';

/** A list that every service has, and what can be done to one of its items. */
interface JoinedList<State extends string, Counted extends State> {
  /** Path of the gateway; each item is at `<path>/{service}/{id}`. */
  readonly path: string;
  /** Path of the list in each service. */
  readonly servicePath: string;
  /** What can be asked for. */
  readonly states: readonly [State, ...State[]];
  /** Those that services count. */
  readonly counted: readonly [Counted, ...Counted[]];
  /** Last segments of the paths of actions on one item. */
  readonly actions: readonly string[];
}
const id = z.uuid();

/** Adds the routes of a list that is merged from those of all services. Each of them checks rights and tenants. */
export function addJoinedList<State extends string, Counted extends State>(
  router: Router,
  services: Config['services'],
  { path, servicePath, states, counted, actions }: JoinedList<State, Counted>,
): void {
  const query = z.strictObject({
    state: z.enum(states).optional(),
    service: z.string().optional(),
    before: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    locale: z.string().optional(),
  });
  const list = z.object({
    items: z.array(z.looseObject({ id: z.string() })),
    counts: z.record(z.enum(counted), z.int()),
  });

  router.get(path, async (request, response) => {
    const { state, service, before, limit } = parseBody(query, request.query);
    // One more than the limit shows whether there is a next page.
    const parameters = new URLSearchParams({ limit: String(limit + 1) });
    if (state) parameters.set('state', state);
    if (before) parameters.set('before', before);
    const target = `${servicePath}?${parameters.toString()}`;
    const asking = await askEach(servicesNamed(services, service), target, [request, response]);
    if (!asking) return;
    const { answers, unavailable } = asking;
    const parts = answers.map(({ service: name, text }) => ({ name, ...list.parse(JSON.parse(text)) }));
    const sumOf = (each: Counted) => parts.reduce((sum, { counts }) => sum + counts[each], 0);
    const counts = Object.fromEntries(counted.map((each) => [each, sumOf(each)]));
    const all = parts.flatMap(({ name, items }) => items.map((item) => ({ ...item, service: name })));
    // Ids are ordered by creation time: the newest of all services first.
    const items = all.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
    response
      .set('Cache-Control', 'private, no-store')
      .json({ items, counts, next: all.length > limit ? items.at(-1)!.id : null, unavailable });
  });

  for (const action of actions)
    router.post(`${path}/:service/:id/${action}`, jsonBody({ limit: '10kb' }), async (request, response) => {
      const { service = '', id: itemId = '' } = request.params as Record<string, string | undefined>;
      const base = Object.hasOwn(services, service) ? services[service] : undefined;
      if (!base || !id.safeParse(itemId).success) throw new Problem('http.404');
      const init = { method: 'POST', body: JSON.stringify((request.body as unknown) ?? {}) };
      const url = `${base}${servicePath}/${itemId}/${action}`;
      const { status, text } = await call(service, url, request, init);
      if (status === 0) throw new Problem('service.unavailable');
      response.status(status);
      if (text) response.type(status < 400 ? 'application/json' : 'application/problem+json').send(text);
      else response.end();
    });
}
