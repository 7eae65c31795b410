import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Router, type RequestHandler, type Response } from 'express';
import { DOCS_PATH } from '../joined/openapi';
import { strictRouter } from '../http/strict-router';

export interface FrontsOptions {
  /** `<name>/dist` below it. */
  directory: string;
  remotes: readonly string[];
  /** What the staff portal must know to log in. */
  staff: { keycloakUrl: string; realm: string; clientId: string };
}

/** A chunk whose name carries the hash of its content (`index.3f2a91bc.js`) never changes. */
const HASHED = /[.-][0-9a-f]{8,}\.(?:js|css|woff2?|ttf|svg|png|jpe?g|webp|map)$/i;
const YEAR = 'public, max-age=31536000, immutable';

const cacheControl = (path: string): string => (HASHED.test(path) ? YEAR : 'no-cache');

const staticFiles = (directory: string): RequestHandler =>
  express.static(directory, {
    index: false,
    redirect: false,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (response: Response, path: string) => response.set('Cache-Control', cacheControl(path)),
  });

/** Below `/b/api` only the page of the API is a page, and it has a prefix of its own. */
const isUnknownCall = (prefix: string, path: string) => prefix === '/b' && path.startsWith('/b/api/');

/** Built fronts: the page of the API below `/b/api/docs`, the staff shell below `/b`, the public front below `/app`, remotes below `/mf/<name>`. */
export function fronts({ directory, remotes, staff }: FrontsOptions): Router {
  const router = strictRouter();
  const dist = (name: string) => join(directory, name, 'dist');

  router.get('/', (_request, response) => response.redirect(302, '/app'));
  router.get('/b/config.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json(staff);
  });
  router.get('/federation.json', (_request, response) => {
    const list = remotes.map((name) => ({ name, entry: `/mf/${name}/mf-manifest.json` }));
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

  const page = (prefix: string, name: string) => {
    router.use(prefix, staticFiles(dist(name)));
    router.get([prefix, `${prefix}/`, `${prefix}/*path`], (request, response, next) => {
      const index = join(dist(name), 'index.html');
      // A missing chunk must be a 404, not a page that the browser then runs as a script.
      const isPage = !/\.[a-z0-9]{2,5}$/i.test(request.path) && !isUnknownCall(prefix, request.path);
      if (!isPage || !existsSync(index)) return next();
      response.set('Cache-Control', 'no-cache').sendFile(index);
    });
  };
  page(DOCS_PATH, 'api-docs');
  page('/b', 'shell');
  page('/app', 'public-front');
  return router;
}
