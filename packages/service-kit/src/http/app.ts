import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { Problem } from '../problem/problem';
import { problemBody } from '../problem/problem-body';
import { toProblem } from '../problem/to-problem';
import { currentTrace, withTrace } from '../telemetry/trace';
import { languageOf } from './pipeline';
import type { Route } from './types';

const BODY_LIMIT = '1mb';

/** What a middleware may write in a log line about a request. */
export const requestLine = (req: { method: string; path: string }) => ({
  method: req.method,
  path: req.path,
});

/** An express application with our habits: no banner, no weak ETags, JSON of at most 1 MB, problems for errors. */
export function createApp(
  log: Logger,
  routes: readonly { route: Route; handler: RequestHandler }[],
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use((req, _res, next) => withTrace(req.headers.traceparent as string | undefined, next));
  app.use((_req, res, next) => {
    // What a service answers is somebody's data, unless the route says otherwise.
    res.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  const json = express.json({
    limit: BODY_LIMIT,
    type: ['application/json', 'application/*+json'],
    strict: false,
  });
  const raw = express.raw({ limit: BODY_LIMIT, type: () => true });
  for (const { route, handler } of routes) {
    app[route.method](route.path, route.spec.rawBody ? raw : json, handler);
  }
  refuseOtherMethods(
    app,
    routes.map(({ route }) => route),
  );
  app.use(() => {
    throw new Problem('http.404');
  });
  app.use(errorHandler(log));
  return app;
}

/** After every route, so that a path which another pattern serves with that method is not refused. */
function refuseOtherMethods(app: Express, routes: readonly Route[]): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    const allowed = methods.get(path) ?? new Set<string>();
    allowed.add(method.toUpperCase());
    if (method === 'get') allowed.add('HEAD');
    methods.set(path, allowed);
  }
  for (const [path, allowed] of methods) {
    app.all(path, () => {
      throw new Problem('request.method-not-allowed', {
        status: 405,
        headers: { Allow: [...allowed].join(', ') },
      });
    });
  }
}

/** Errors as RFC 9457; what nobody foresaw is logged whole and told as `internal`. */
export const errorHandler =
  (log: Logger): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const problem = toProblem(error);
    const traceId = currentTrace()?.traceId ?? null;
    const line = { ...requestLine(req), code: problem.code, status: problem.status, traceId };
    if (problem.kind === 'internal') log.error({ ...line, err: error }, 'a request failed');
    else if (problem.kind === 'unavailable') log.warn({ ...line, err: error }, 'a request failed');
    else log.debug(line, 'a request was refused');
    if (res.headersSent) {
      next(error);
      return;
    }
    res
      .status(problem.status)
      .set({ ...problem.headers, 'Content-Language': languageOf(req) })
      .type('application/problem+json')
      .send(JSON.stringify(problemBody(error, languageOf(req), req.originalUrl.split('?')[0]!, traceId)));
  };
