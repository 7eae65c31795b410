import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Problem } from '@coulisse/service-kit/problem/problem';
import type { Logger } from 'pino';
import type { TokenVerifier } from '../auth/token-verifier';
import { DOCS_PATH } from '../joined/openapi';
import { classOf, type RouteClass } from '../limits/classes';
import type { ClientNetwork } from '../limits/client-network';
import { network } from '../limits/login-limits';
import type { RequestLimits } from '../limits/request-limits';
import type { SessionCookie } from '../session/cookie';
import type { PublicGate } from '../session/public-gate';
import type { Forwarder } from './forward';
import { clientAddress, requestHeaders, traceOf } from './headers';
import { safePath, type Target } from './routes';
import { sendProblem } from './send-problem';

/** While a stop waits for balancers to look elsewhere: each answer ends its connection. */
export class Drain {
  private started = false;

  start(): void {
    this.started = true;
  }

  get isOn(): boolean {
    return this.started;
  }
}

export interface EdgeOptions {
  drain: Drain;
  /** Headers of answers that are data. */
  dataHeaders: Readonly<Record<string, string>>;
  find: (path: string) => Target | undefined;
  verifier: TokenVerifier;
  gate: PublicGate;
  cookie: SessionCookie;
  limits: RequestLimits;
  clientNetwork: ClientNetwork;
  forwarder: Forwarder;
  /** Express, for what the gateway answers by itself. */
  local: (request: IncomingMessage, response: ServerResponse) => void;
  publicUrl: string;
  trustProxy: boolean;
  bodyLimit: number;
  fileBodyLimit: number;
  log: Logger;
}

const STAFF = /^\/b\/api(\/|$)/;
/** The page that describes the API, which no service answers. */
const DOCS = new RegExp(`^${DOCS_PATH}(/|$)`);
/** Files of people, and files of rows to import: larger than any other body. */
const UPLOADS = /^\/b\/api\/(core\/files|.+\/_imports)$/;

const BEARER = 'bearer ';
/** What stands behind the word; whether it is a token at all, the verifier finds out. */
const bearer = (authorization = ''): string | undefined =>
  authorization.slice(0, BEARER.length).toLowerCase() === BEARER
    ? authorization.slice(BEARER.length)
    : undefined;

/**
 * The edge. Two ways through it: what is only forwarded never enters express's chain of middlewares, because that
 * chain costs more than the forwarding does; everything else is express's.
 */
export function edge(options: EdgeOptions): Server {
  const { find, verifier, gate, cookie, limits, clientNetwork, forwarder, local, log } = options;
  const { trustProxy, bodyLimit, fileBodyLimit } = options;
  const publicUrl = new URL(options.publicUrl);

  /** The public is known by its session or, without one, by the cart that it speaks for. */
  function countVisitor(
    request: IncomingMessage,
    response: ServerResponse,
    is: RouteClass,
    from: string,
  ): void {
    const visitor = cookie.read(request.headers.cookie) ?? request.headers['cart-token']?.toString();
    if (visitor !== undefined) limits.byCaller(is, visitor);
    if (is === 'stream') limits.openStream(from, visitor, response);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    const path = safePath(url);
    if (path === undefined) throw new Problem('request.malformed');
    const address = clientAddress(request, trustProxy);
    const from = network(address);
    const is = classOf(request.method ?? 'GET', path);
    // Before anything that costs more than counting.
    if (is) limits.byNetwork(is, from);
    const staff = STAFF.test(path) && !DOCS.test(path);
    // Deny by default: below /b/api nothing but its description is answered, not even that it does not exist, without a good token.
    if (staff) {
      const token = bearer(request.headers.authorization);
      if (!token)
        throw new Problem('security.not-authenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
      const { subject } = await verifier.verify(token);
      if (is) limits.byCaller(is, subject);
    } else if (is) countVisitor(request, response, is, from);
    const target = find(path);
    if (!target) {
      local(request, response);
      return;
    }
    const headers = requestHeaders(request.headers, {
      address,
      clientNetwork: staff ? undefined : clientNetwork.nameOf(from),
      publicUrl,
      traceparent: traceOf(request.headers).traceparent,
    });
    const call = staff ? { headers } : await gate.admit(request, path, headers);
    const limit = UPLOADS.test(path) ? fileBodyLimit : bodyLimit;
    await forwarder.forward(request, response, { ...call, target, path: url, bodyLimit: limit });
  }

  const server = createServer((request, response) => {
    if (options.drain.isOn) response.setHeader('Connection', 'close');
    handle(request, response).catch((error: unknown) =>
      sendProblem(error, request, response, log, options.dataHeaders),
    );
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  return server;
}
