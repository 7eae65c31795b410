import type { IncomingMessage, ServerResponse } from 'node:http';
import { localeOf, partsOf } from '@coulisse/service-kit/http/request-target';
import { negotiateLanguage } from '@coulisse/service-kit/problem/language';
import { lastResort } from '@coulisse/service-kit/problem/last-resort';
import { problemBody } from '@coulisse/service-kit/problem/problem-body';
import { toProblem } from '@coulisse/service-kit/problem/to-problem';
import type { Logger } from 'pino';
import { traceOf } from './headers';

/** Answers an RFC 9457 problem on either path, express's or the lean one. It does not throw: there is nobody behind it to catch. */
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
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const language = negotiateLanguage(localeOf(query), request.headers['accept-language']);
  const text = JSON.stringify(problemBody(error, language, path, traceId));
  // What is left of a body that nobody reads would be taken for the next request of the connection.
  const unread = !request.complete;
  response.writeHead(problem.status, {
    ...common,
    ...problem.headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'content-language': language,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(unread ? { connection: 'close' } : {}),
  });
  response.end(text);
  if (unread) request.resume();
}
