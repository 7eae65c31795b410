import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

const constantBody = (status: number, code: string, title: string, detail: string) =>
  JSON.stringify({
    type: `/problems/${code}`,
    title,
    status,
    detail,
    code,
    params: {},
    errors: [],
    traceId: null,
  });
const INTERNAL = constantBody(500, 'internal', 'Internal error', 'An error occurred.');
const MALFORMED = constantBody(400, 'request.malformed', 'Bad request', 'The request is not understood.');

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(body);
}

/** The response to a request whose target is not a path. */
export const refuseTarget = (response: ServerResponse): void => send(response, 400, MALFORMED);

/**
 * The response when sending a problem failed: a constant, independent of the request. It cannot throw, so that the
 * framework's error page is never sent instead.
 */
export function lastResort(
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
): void {
  log.error({ err: error, method: request.method }, 'http.problem_not_sent');
  try {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    send(response, 500, INTERNAL);
  } catch {
    response.destroy(); // The connection itself is broken; the error was logged above.
  }
}
