import { Router } from 'express';
import type { Config } from '../config';
import { gatewayPaths } from './gateway-paths';
import { askAll, type PeerAnswer } from './peers';

type Json = Record<string, unknown>;
const asObject = (value: unknown): Json =>
  value !== null && typeof value === 'object' ? (value as Json) : {};

/** Points references at the new names of components. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? (names.get(inner) ?? inner) : renamed(inner, names),
    ]),
  );
}

/**
 * Joins the documents of several services: paths under `prefix`, components by their name. Two services may use one
 * name for the same thing (it is kept once) or for two things (the second is renamed `<service>.<name>`).
 */
export function joinOpenApi(title: string, prefix: string, documents: readonly PeerAnswer[]): Json {
  const paths: Json = {};
  const components: Record<string, Json> = {};
  for (const { service, body } of documents) {
    const names = new Map<string, string>();
    const sections = Object.entries(asObject(body['components']));
    for (const [section, entries] of sections) {
      const taken = components[section] ?? {};
      for (const [name, definition] of Object.entries(asObject(entries))) {
        const other = taken[name];
        if (other !== undefined && JSON.stringify(other) !== JSON.stringify(definition)) {
          names.set(`#/components/${section}/${name}`, `#/components/${section}/${service}.${name}`);
        }
      }
    }
    for (const [section, entries] of sections) {
      const into = (components[section] ??= {});
      for (const [name, definition] of Object.entries(asObject(entries))) {
        const clash = names.has(`#/components/${section}/${name}`);
        into[clash ? `${service}.${name}` : name] = renamed(definition, names);
      }
    }
    for (const [path, item] of Object.entries(asObject(body['paths']))) {
      if (path === prefix || path.startsWith(`${prefix}/`)) paths[path] = renamed(item, names);
    }
  }
  const sorted = Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { openapi: '3.1.0', info: { title, version: '1' }, paths: sorted, components };
}

/** `GET /b/api/openapi.json` and `GET /app-api/openapi.json`. */
export function joinedOpenApi(services: Config['services']): Router {
  const router = Router();
  const serve = (prefix: string, title: string) =>
    router.get(`${prefix}/openapi.json`, async (_request, response) => {
      const { answers, unavailable } = await askAll(services, '/openapi.json');
      const documents = [...answers, { service: 'gateway', body: { paths: gatewayPaths } }];
      if (unavailable.length > 0) response.set('X-Unavailable-Services', unavailable.join(', '));
      response.set('Cache-Control', 'no-cache').json(joinOpenApi(title, prefix, documents));
    });
  serve('/b/api', 'Coulisse: back office');
  serve('/app-api', 'Coulisse: public front');
  return router;
}
