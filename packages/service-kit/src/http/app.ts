import type { IncomingMessage, ServerResponse } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { Logger } from 'pino';
import { lastResort, refuseTarget } from '../problem/last-resort';
import { Problem } from '../problem/problem';
import { problemBody } from '../problem/problem-body';
import { toProblem } from '../problem/to-problem';
import { currentTrace, withTrace } from '../telemetry/trace';
import { jsonBody } from './json-body';
import { languageOf } from './pipeline';
import { partsOf } from './request-target';
import type { Route } from './types';

const BODY_LIMIT = '1mb';

/** The fields of a request that may be logged. */
export const requestLine = (req: { method: string; originalUrl: string }) => ({
  method: req.method,
  path: partsOf(req.originalUrl).path,
});

/** An express application with our defaults: no `X-Powered-By`, no weak ETags, JSON up to 1 MB, problems for errors. */
export function createApp(
  log: Logger,
  routes: readonly { route: Route; handler: RequestHandler }[],
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  // Paths are compared exactly (case, trailing slash), as in the gateway's checks.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  app.use((req, _res, next) => withTrace(req.headers.traceparent as string | undefined, next));
  app.use((_req, res, next) => {
    // Responses may hold personal data: a route that allows caching overrides this.
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  });
  const json = jsonBody({
    limit: BODY_LIMIT,
    type: ['application/json', 'application/*+json'],
    strict: false,
  });
  // Compressed bodies are refused: 20 kB could inflate to the whole limit, and clients do not compress uploads.
  const raw = (limit: string | number) => express.raw({ limit, type: () => true, inflate: false });
  const found = new ResourceRouters();
  for (const { route, handler } of routes) {
    const { rawBody } = route.spec;
    const parser = rawBody ? raw(rawBody === true ? BODY_LIMIT : rawBody.limit) : json;
    found.add(route.path, (router) => router[route.method](route.path, parser, handler));
  }
  app.use(dispatch(found));
  app.use(dispatch(refusals(routes.map(({ route }) => route))));
  app.use(() => {
    throw new Problem('http.404');
  });
  app.use(errorHandler(log));
  return app;
}

/** Number of path segments that name a resource: `/b/api/crm/tiers`. */
const SEGMENTS = 4;
/** The key of routes whose paths are shorter, or have a parameter in these segments. */
const ANYWHERE = '';

/** The first segments of a path; empty when it has fewer. */
function beginning(path: string): string {
  let end = 0;
  for (let segment = 0; segment < SEGMENTS; segment++) {
    if (path[end] !== '/') return ANYWHERE;
    const next = path.indexOf('/', end + 1);
    end = next < 0 ? path.length : next;
  }
  return path.slice(0, end);
}

type Mount = (router: Router) => void;

/**
 * Routes grouped by the beginning of their paths, so that a request searches the routes of one resource only. The router of
 * a resource is made with the first request for it: a service has up to 1,500 routes, and those of all its resources take
 * 3 MB.
 */
class ResourceRouters {
  private readonly mounts = new Map<string, Mount[]>();
  private readonly made = new Map<string, Router>();

  add(path: string, mount: Mount): void {
    const start = beginning(path);
    const key = start.includes(':') ? ANYWHERE : start;
    const mounts = this.mounts.get(key);
    if (mounts) mounts.push(mount);
    else this.mounts.set(key, [mount]);
  }

  /** @param key the beginning of a path */
  at(key: string): Router | undefined {
    const mounts = this.mounts.get(key);
    if (mounts) {
      const router = express.Router({ caseSensitive: true, strict: true });
      for (const mount of mounts) mount(router);
      this.made.set(key, router);
      this.mounts.delete(key);
    }
    return this.made.get(key);
  }
}

const dispatch =
  (routers: ResourceRouters): RequestHandler =>
  (req, res, next) => {
    const anywhere = routers.at(ANYWHERE);
    const elsewhere = anywhere ? (error?: unknown) => (error ? next(error) : anywhere(req, res, next)) : next;
    const router = routers.at(beginning(req.path));
    if (router && router !== anywhere) router(req, res, elsewhere);
    else elsewhere();
  };

/** 405 handlers, mounted after every route: another pattern may serve the path with that method. */
function refusals(routes: readonly Route[]): ResourceRouters {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    const allowed = methods.get(path) ?? new Set<string>();
    allowed.add(method.toUpperCase());
    if (method === 'get') allowed.add('HEAD');
    methods.set(path, allowed);
  }
  const routers = new ResourceRouters();
  for (const [path, allowed] of methods)
    routers.add(path, (router) =>
      router.all(path, () => {
        throw new Problem('request.method-not-allowed', {
          status: 405,
          headers: { Allow: [...allowed].join(', ') },
        });
      }),
    );
  return routers;
}

/**
 * The application as a request listener. When the error handler itself fails, a constant response is sent instead of
 * express's error page, which shows a stack trace.
 */
export const asListener =
  (app: Express, log: Logger) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    // A target of another form (absolute, asterisk) matches no route, and express's parser may throw on it.
    if (!request.url?.startsWith('/')) refuseTarget(response);
    else app(request as Request, response as Response, (error) => lastResort(error, request, response, log));
  };

/** Sends errors as RFC 9457 problems; an unexpected error is logged in full and sent as `internal`. */
export const errorHandler =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const problem = toProblem(error);
    const traceId = currentTrace()?.traceId ?? null;
    const line = { ...requestLine(req), code: problem.code, status: problem.status, traceId };
    if (problem.kind === 'internal') log.error({ ...line, err: error }, 'http.request_failed');
    else if (problem.kind === 'unavailable') log.warn({ ...line, err: error }, 'http.request_failed');
    else if (problem.kind === 'unauthenticated' || problem.kind === 'forbidden')
      // Always logged: refused access is needed for later analysis.
      log.info(line, 'security.access_refused');
    else log.debug(line, 'http.request_refused');
    if (res.headersSent) {
      // Too late for a problem: closing the connection shows the client that the response is incomplete.
      res.destroy();
      return;
    }
    res
      .status(problem.status)
      .set({ ...problem.headers, 'Content-Language': languageOf(req) })
      .type('application/problem+json')
      .send(JSON.stringify(problemBody(error, languageOf(req), line.path, traceId)));
  };
