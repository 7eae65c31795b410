import type { IncomingMessage, ServerResponse } from 'node:http';
import { localeOf, partsOf } from '@coulisse/service-kit/http';
import { lastResort, negotiateLanguage, problemBody, toProblem } from '@coulisse/service-kit/problem';
import type { Logger } from 'pino';
import { errorPage, opensPage } from './error-page';
import { traceOf } from './headers';
import { PLAIN_PAGE_POLICY } from './plain-page';

/**
 * Sends an RFC 9457 problem, for Express and for forwarded requests; a browser that opens a page gets a page. It never
 * throws: no caller would catch it.
 */
export function sendProblem(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
  common: Readonly<Record<string, string>> = {},
): void {
  try {
    answer(error, request, response, log, common);
  } catch (failure) {
    lastResort(failure, request, response, log);
  }
}

function answer(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
  common: Readonly<Record<string, string>>,
): void {
  const problem = toProblem(error);
  const { path, query } = partsOf((request as { originalUrl?: string }).originalUrl ?? request.url);
  const { traceId } = traceOf(request.headers);
  if (problem.status >= 500) {
    log.error({ err: error, method: request.method, path, trace_id: traceId }, 'http.request_failed');
  } else if (problem.status === 401 || problem.status === 403) {
    // The rate limits of a network bound how many such lines it can cause.
    const { code, status } = problem;
    log.info({ method: request.method, path, code, status, trace_id: traceId }, 'security.access_refused');
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const language = negotiateLanguage(localeOf(query), request.headers['accept-language']);
  const isPage = opensPage(request, path);
  const text = isPage
    ? errorPage(error, language, path, traceId)
    : JSON.stringify(problemBody(error, language, path, traceId));
  // The unread rest of a body would be parsed as the next request of the connection.
  const unread = !request.complete;
  response.writeHead(problem.status, {
    ...common,
    ...problem.headers,
    ...(isPage && { 'content-security-policy': PLAIN_PAGE_POLICY, vary: 'Accept, Accept-Language' }),
    'content-type': `${isPage ? 'text/html' : 'application/problem+json'}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    'content-language': language,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(unread ? { connection: 'close' } : {}),
  });
  response.end(text);
  if (unread) request.resume();
}
