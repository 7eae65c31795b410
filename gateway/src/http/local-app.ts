import { Problem } from '@coulisse/service-kit/problem/problem';
import express, { type ErrorRequestHandler, type Express, type Router } from 'express';
import type { Logger } from 'pino';
import { securityHeaders, type SecurityOptions } from '../fronts/security-headers';
import { sendProblem } from './send-problem';

/** Everything that the gateway answers by itself; the first router that knows a path wins. */
export function localApp(routers: readonly Router[], security: SecurityOptions, log: Logger): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', 'weak');
  app.use(securityHeaders(security));
  for (const router of routers) app.use(router);
  app.use((request) => {
    const known = request.method === 'GET' || request.method === 'HEAD';
    throw known ? new Problem('http.404') : new Problem('request.method-not-allowed', { status: 405 });
  });
  const onError: ErrorRequestHandler = (error, request, response, _next) =>
    sendProblem(error, request, response, log);
  app.use(onError);
  return app;
}
