import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../problem/problem';
import { problemBody } from '../problem/problem-body';

/** Largest request line and headers, in bytes. The edge adds headers when it forwards; servers behind it allow more. */
export const HEADER_BYTES = { edge: 16 * 1024, internal: 32 * 1024 };

/** The problem for an error code of Node's parser. */
function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('request.too-large', { status: 431 });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request.too-late', { status: 408 });
  return new Problem('request.malformed');
}

/** The response to an unreadable request: its language is unknown, so the text is French. */
function responseTo(code: string | undefined, headers: Readonly<Record<string, string>>): string {
  const problem = problemOf(code);
  const body = JSON.stringify(problemBody(problem, 'fr', '', null));
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'content-language': 'fr',
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n');
}

/**
 * Requests that Node's parser refuses get a problem (RFC 9457) instead of an empty body.
 * @param headers of every response of this server
 */
export function handleClientErrors(server: Server, headers: Readonly<Record<string, string>> = {}): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // As Node's own listener does: do not write into a response that has begun on this connection.
    const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse };
    if (socket.writable && !current?.headersSent) socket.end(responseTo(error.code, headers));
    else socket.destroy();
  });
}
