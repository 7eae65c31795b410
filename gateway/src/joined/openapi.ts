import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Router } from 'express';
import type { Config } from '../config';
import { gatewayPaths } from './gateway-paths';
import { askAll, type PeerAnswer } from './peers';
import { strictRouter } from '../http/strict-router';

const compressed = promisify<string, Buffer>(gzip);
const uncompressed = promisify<Buffer, Buffer>(gunzip);

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
 * Joins the documents of several services: paths under one of `prefixes`, components by their name. Two services may use one
 * name for the same thing (it is kept once) or for two things (the second is renamed `<service>.<name>`).
 */
export function joinOpenApi(
  title: string,
  prefixes: string | readonly string[],
  documents: readonly PeerAnswer[],
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

/** The components that some paths lead to: those of other paths are nobody's here. Ways to authenticate are all kept. */
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
/** Where anybody reads the API: the page and its documents, for which nobody needs to log in. */
export const DOCS_PATH = '/b/api/docs';
/** Readers of the page do not make every service write its document again: seconds. */
const KEPT = 60;

/**
 * `GET /b/api/openapi.json` and `GET /app-api/openapi.json`, as they are now; the same for whoever reads the page of the
 * API, `GET /b/api/docs/{back-office,public-front}.json`, at most a minute old.
 */
export function joinedOpenApi(services: Config['services'], now: () => number = Date.now): Router {
  const router = strictRouter();
  const join = async ({ prefix, also, title }: (typeof AREAS)[keyof typeof AREAS]) => {
    const { answers, unavailable } = await askAll(services, '/openapi.json');
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
    let kept: { packed: ReturnType<typeof packed>; until: number } | undefined;
    router.get(`${DOCS_PATH}/${name}.json`, async (request, response) => {
      if (!kept || kept.until < now()) kept = { packed: packed(), until: now() + KEPT * 1_000 };
      const { body, unavailable } = await kept.packed;
      // What is incomplete is not kept: the next reader may find everything.
      if (unavailable.length > 0) kept = undefined;
      response.set({ 'Cache-Control': `public, max-age=${KEPT}`, Vary: 'Accept-Encoding' }).type('json');
      if (request.acceptsEncodings('gzip')) response.set('Content-Encoding', 'gzip').send(body);
      else response.send(await uncompressed(body));
    });
  }
  return router;
}
