import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Router } from 'express';
import type { Config } from '../config';
import { gatewayPaths } from './gateway-paths';
import { fetchFromAll, type PeerResponse } from './peers';
import { strictRouter } from '../http/strict-router';

const compressed = promisify<string, Buffer>(gzip);
const uncompressed = promisify<Buffer, Buffer>(gunzip);

type Json = Record<string, unknown>;
const asObject = (value: unknown): Json =>
  value !== null && typeof value === 'object' ? (value as Json) : {};

/** Replaces references to renamed components. */
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
 * Joins the documents of several services: paths under one of `prefixes`, components by name. When two services use the
 * same name, equal components are merged and different ones are renamed to `<service>.<name>`.
 */
export function joinOpenApi(
  title: string,
  prefixes: string | readonly string[],
  documents: readonly PeerResponse[],
): Json {
  const paths: Json = {};
  const components: Record<string, Json> = {};
  const tags: unknown[] = [];
  for (const { service, body } of documents) {
    const names = new Map<string, string>();
    const sections = Object.entries(asObject(body['components']));
    for (const [section, entries] of sections) {
      const taken = components[section] ?? {};
      for (const [name, definition] of Object.entries(asObject(entries))) {
        const existing = taken[name];
        if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(definition)) {
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
    if (Array.isArray(body['tags'])) tags.push(...(body['tags'] as unknown[]));
    for (const [path, item] of Object.entries(asObject(body['paths']))) {
      const under = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
      if ([prefixes].flat().some(under)) paths[path] = renamed(item, names);
    }
  }
  const sorted = Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)));
  const used = tagsOf(paths);
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    tags: tags.filter((tag) => used.has(String(asObject(tag)['name']))),
    paths: sorted,
    components: needed(paths, components),
  };
}

const operationsOf = (paths: Json): Json[] =>
  Object.values(paths).flatMap((item) => Object.values(asObject(item)).map(asObject));
const tagsOf = (paths: Json): ReadonlySet<unknown> =>
  new Set(operationsOf(paths).flatMap(({ tags }) => (Array.isArray(tags) ? (tags as unknown[]) : [])));

/** The components that the paths reference, directly or not, and all security schemes. */
function needed(paths: Json, components: Record<string, Json>): Record<string, Json> {
  const found = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, section = '', name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/(\w+)\/([\w.-]+)"/g,
    )) {
      if (found.has(`${section}/${name}`)) continue;
      found.add(`${section}/${name}`);
      follow(components[section]?.[name] ?? null);
    }
  };
  follow(paths);
  return Object.fromEntries(
    Object.entries(components).map(([section, entries]) => [
      section,
      section === 'securitySchemes'
        ? entries
        : Object.fromEntries(Object.entries(entries).filter(([name]) => found.has(`${section}/${name}`))),
    ]),
  );
}

const AREAS = {
  'back-office': { prefix: '/b/api', also: [], title: 'Coulisse: back office' },
  // Texts are loaded before anybody logs in.
  'public-front': { prefix: '/app-api', also: ['/translations'], title: 'Coulisse: public front' },
};
/** API documentation: the page and its documents, public. */
export const DOCS_PATH = '/b/api/docs';
/** Cache time of a document in seconds, so that views of the page do not call every service each time. */
const CACHE_SECONDS = 60;

/**
 * `GET /b/api/openapi.json` and `GET /app-api/openapi.json`, always current; the same documents for the documentation
 * page, `GET /b/api/docs/{back-office,public-front}.json`, at most a minute old.
 */
export function joinedOpenApi(services: Config['services'], now: () => number = Date.now): Router {
  const router = strictRouter();
  const join = async ({ prefix, also, title }: (typeof AREAS)[keyof typeof AREAS]) => {
    const { answers, unavailable } = await fetchFromAll(services, '/openapi.json');
    const documents = [...answers, { service: 'gateway', body: { paths: gatewayPaths } }];
    return { document: joinOpenApi(title, [prefix, ...also], documents), unavailable };
  };
  for (const [name, area] of Object.entries(AREAS)) {
    router.get(`${area.prefix}/openapi.json`, async (_request, response) => {
      const { document, unavailable } = await join(area);
      if (unavailable.length > 0) response.set('X-Unavailable-Services', unavailable.join(', '));
      response.set('Cache-Control', 'no-cache').json(document);
    });
    const packed = async () => {
      const { document, unavailable } = await join(area);
      return { body: await compressed(JSON.stringify(document)), unavailable };
    };
    let cached: { packed: ReturnType<typeof packed>; until: number } | undefined;
    router.get(`${DOCS_PATH}/${name}.json`, async (request, response) => {
      if (!cached || cached.until < now())
        cached = { packed: packed(), until: now() + CACHE_SECONDS * 1_000 };
      const { body, unavailable } = await cached.packed;
      // An incomplete document is not cached: the missing services may be back at the next request.
      if (unavailable.length > 0) cached = undefined;
      response
        .set({ 'Cache-Control': `public, max-age=${CACHE_SECONDS}`, Vary: 'Accept-Encoding' })
        .type('json');
      if (request.acceptsEncodings('gzip')) response.set('Content-Encoding', 'gzip').send(body);
      else response.send(await uncompressed(body));
    });
  }
  return router;
}
