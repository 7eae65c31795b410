import type { IncomingMessage, ServerResponse } from 'node:http';
import { lastResort, Problem } from '@coulisse/service-kit/problem';
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express';
import type { Logger } from 'pino';
import { securityHeaders, type SecurityOptions } from '../fronts/security-headers';
import { compressOwn } from './compress-own';
import { sendProblem } from './send-problem';

/** Data alone: session routes answer secrets (ADR 0054), files of the fronts are compressed by their build. */
const COMPRESSED = ['/b/api', '/federation.json', '/translations'];

/** Routes that the gateway answers itself; the first router that matches a path wins. */
export function localApp(
  routers: readonly Router[],
  security: SecurityOptions,
  log: Logger,
): (request: IncomingMessage, response: ServerResponse) => void {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', 'weak');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use(securityHeaders(security));
  app.use(COMPRESSED, compressOwn);
  for (const router of routers) app.use(router);
  app.use((request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    throw isRead ? new Problem('http.404') : new Problem('request.method-not-allowed', { status: 405 });
  });
  const onError: ErrorRequestHandler = (error, request, response, _next) =>
    sendProblem(error, request, response, log);
  app.use(onError);
  // Instead of Express's own error page, which shows a stack trace.
  return (request, response) =>
    app(request as Request, response as Response, (error) => lastResort(error, request, response, log));
}
