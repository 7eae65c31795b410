import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { DOCS_PATH } from '../joined/openapi';
import { strictRouter } from '../http/strict-router';
import type { Maintenance } from './maintenance';
import { pageLanguage, publicFront } from './public-front';
import type { ReadPublic } from './public-pages';
import { digestSource, type InlineSources, nonceSource } from './security-headers';
import { siteMaps } from './site-maps';
import { staticFiles } from './static-files';

export interface FrontsOptions {
  /** `<name>/dist` below it. */
  directory: string;
  /** Content security policy of a page with these inline elements. */
  policy: (inline: InlineSources) => string;
  /** Reads public data for the pages that are rendered here. */
  read: ReadPublic;
  /** Of the addresses that public pages name in full. */
  origin: string;
  /** Closes the public front; absent: it is open. */
  maintenance?: Maintenance | undefined;
  log: Logger;
  /** Login settings of the staff portal. */
  staff: { keycloakUrl: string; realm: string; clientId: string };
}

const MANIFEST = 'mf-manifest.json';

/** Names of the built fronts that the shell can load: they have a federation manifest, and no page of their own. */
async function remotesIn(directory: string): Promise<string[]> {
  const names = existsSync(directory) ? await readdir(directory) : [];
  const has = (name: string, file: string) => existsSync(join(directory, name, 'dist', file));
  return names.filter((name) => has(name, MANIFEST) && !has(name, 'index.html')).sort();
}

/** What the shell needs of a remote before it loads its code; null when a build of another kind has not written it. */
const outlineOf = async (directory: string, name: string): Promise<unknown> => {
  const file = join(directory, name, 'dist', 'outline.json');
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as unknown) : null;
};

/** Below `/b/api` only the API documentation is a page, and it has a prefix of its own. */
const isUnknownCall = (prefix: string, path: string) => prefix === '/b' && path.startsWith('/b/api/');

/** Puts the nonce into a meta tag, so that scripts of the page can set it on style elements. */
export const withNonce = (html: string, nonce: string): string =>
  html.replace(/<head(\s[^>]*)?>/i, (head) => `${head}<meta name="csp-nonce" content="${nonce}">`);

/**
 * Built fronts: the API documentation below `/b/api/docs`, the staff shell below `/b`, the public front below `/app`,
 * remotes below `/mf/<name>`.
 */
export function fronts({ directory, staff, policy, read, origin, maintenance, log }: FrontsOptions): Router {
  const router = strictRouter();
  const dist = (name: string) => join(directory, name, 'dist');

  router.get('/', (_request, response) => response.redirect(302, '/app'));
  router.get('/b/config.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(staff);
  });
  router.get('/federation.json', async (_request, response) => {
    const list = await Promise.all(
      (await remotesIn(directory)).map(async (name) => ({
        name,
        entry: `/mf/${name}/${MANIFEST}`,
        outline: await outlineOf(directory, name),
      })),
    );
    response.set('Cache-Control', 'no-cache').json(list);
  });

  const files = new Map<string, RequestHandler>();
  router.use('/mf/:name', (request, response, next) => {
    const name = request.params['name'] ?? '';
    if (!/^[a-z][a-z-]*$/.test(name)) return next();
    const serve = files.get(name) ?? staticFiles(dist(name));
    files.set(name, serve);
    serve(request, response, next);
  });

  const page = (prefix: string, name: string, rendered?: RequestHandler) => {
    router.use(prefix, staticFiles(dist(name)));
    const paths = [prefix, `${prefix}/`, `${prefix}/*path`];
    // A missing chunk must be a 404, not a page that the browser then runs as a script.
    const isPage = (path: string) => !/\.[a-z0-9]{2,5}$/i.test(path) && !isUnknownCall(prefix, path);
    if (rendered)
      router.get(paths, (request, response, next) =>
        isPage(request.path) ? rendered(request, response, next) : next(),
      );
    router.get(paths, async (request, response, next) => {
      const index = join(dist(name), 'index.html');
      if (!isPage(request.path) || !existsSync(index)) return next();
      const nonce = randomBytes(16).toString('base64');
      const text = withNonce(await readFile(index, 'utf8'), nonce);
      // A nonce is valid for one response, so shared caches must not store the page; its files may be cached.
      response
        .set({
          'Cache-Control': 'private, no-cache',
          'Content-Security-Policy': policy({ styles: [nonceSource(nonce)] }),
        })
        .type('html')
        .send(text);
    });
  };
  if (maintenance) router.get(['/app', '/app/', '/app/*path'], maintenance.handler(pageLanguage));
  // Pages of other sites load it; all other files are for our own pages.
  router.get('/app/widget.js', (_request, response, next) => {
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    next();
  });
  page(DOCS_PATH, 'api-docs');
  page('/b', 'shell');
  const pages = publicFront({
    directory: dist('public-front'),
    policy: ({ styles, scripts }) =>
      policy({ styles: styles.map(digestSource), scripts: scripts.map(digestSource) }),
    read,
    origin,
    log,
  });
  router.use(siteMaps({ read, origin, log }));
  page('/app', 'public-front', pages);
  return router;
}
