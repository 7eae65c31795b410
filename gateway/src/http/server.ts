import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { OWN_HOSTS_PATH } from '@coulisse/contracts/own-host';
import { handleClientErrors, HEADER_BYTES } from '@coulisse/service-kit/http';
import { Problem } from '@coulisse/service-kit/problem';
import { durations, nameRoute, secondsSince } from '@coulisse/service-kit/telemetry';
import type { Logger } from 'pino';
import { RETRY_SECONDS, type Maintenance } from '../fronts/maintenance';
import type { OwnHosts } from '../hosts/own-hosts';
import { rememberSite } from '../hosts/request-site';
import { redirectOf } from '../hosts/site-redirect';
import type { TokenVerifier } from '../auth/token-verifier';
import { DOCS_PATH } from '../joined/openapi';
import { classOf, type RouteClass } from '../limits/classes';
import type { ClientNetwork } from '../limits/client-network';
import { network } from '../limits/login-limits';
import type { RequestLimits } from '../limits/request-limits';
import type { SessionCookie } from '../session/cookie';
import type { PublicCall, PublicGate } from '../session/public-gate';
import type { SessionStreams } from '../session/session-streams';
import type { Forwarder } from './forward';
import type { SharedStreams } from './shared-streams';
import { clientAddress, requestHeaders, traceOf } from './headers';
import { safePath, type Target } from './routes';
import { sendProblem } from './send-problem';

/** State of a stopping gateway: until load balancers have switched, each response closes its connection. */
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
  /** Headers of responses that are data. */
  dataHeaders: Readonly<Record<string, string>>;
  find: (path: string) => Target | undefined;
  /** Closes the public front; absent: it is open. */
  maintenance?: Maintenance | undefined;
  verifier: TokenVerifier;
  gate: PublicGate;
  cookie: SessionCookie;
  limits: RequestLimits;
  sessionStreams: SessionStreams;
  clientNetwork: ClientNetwork;
  forwarder: Forwarder;
  /** Event streams that are the same for every client. */
  sharedStreams: SharedStreams;
  /** Express app for routes that the gateway answers itself. */
  local: (request: IncomingMessage, response: ServerResponse) => void;
  hosts: OwnHosts;
  trustProxy: boolean;
  bodyLimit: number;
  fileBodyLimit: number;
  log: Logger;
}

const STAFF = /^\/b\/api(\/|$)/;
/** The API documentation, which the gateway serves itself. */
const DOCS = new RegExp(`^${DOCS_PATH}(/|$)`);
/** Uploaded files and imports: their bodies are larger than any other. */
const UPLOADS = /^\/b\/api\/(core\/files|.+\/_imports)$/;

const HEALTH = /^\/health(\/|$)/;
const SAFE_METHODS = new Set(['GET', 'HEAD']);

const BEARER = 'bearer ';
/** The credentials after `Bearer`; the verifier checks whether they are a token. */
const bearer = (authorization = ''): string | undefined =>
  authorization.slice(0, BEARER.length).toLowerCase() === BEARER
    ? authorization.slice(BEARER.length)
    : undefined;

const edgeDuration = durations(
  'coulisse.edge.request.duration',
  'Time to answer a request from outside, by class of route and status',
);
/** What a client that left before its answer has for a status. */
const CLIENT_LEFT = 499;

/** Measures a request by its class, with what the gateway itself refuses. Event streams last as long as a page is open. */
function measure(response: ServerResponse, routeClass: RouteClass): void {
  const histogram = edgeDuration();
  if (!histogram || routeClass === 'stream') return;
  const start = performance.now();
  response.once('close', () =>
    histogram.record(secondsSince(start), {
      'coulisse.route.class': routeClass,
      'http.response.status_code': response.writableFinished ? response.statusCode : CLIENT_LEFT,
    }),
  );
}

/**
 * The HTTP server. Forwarded requests bypass Express's middleware chain, because the chain costs more than the
 * forwarding does; Express handles everything else.
 */
export function edge(options: EdgeOptions): Server {
  const { find, verifier, gate, cookie, limits, sessionStreams, clientNetwork, forwarder, local, log } =
    options;
  const { trustProxy, bodyLimit, fileBodyLimit, hosts, dataHeaders } = options;

  /** Counts a public request by its session or, without one, by its cart token; that of a stranger by its network too. */
  function countVisitor(
    request: IncomingMessage,
    response: ServerResponse,
    routeClass: RouteClass,
    from: string,
  ): void {
    const sessionId = cookie.read(request.headers.cookie);
    const isStranger = limits.byStranger(routeClass, from, sessionId);
    const visitor = sessionId ?? request.headers['cart-token']?.toString();
    if (visitor !== undefined) limits.byCaller(routeClass, visitor);
    if (routeClass === 'stream') limits.openStream(from, visitor, isStranger, response);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    const path = safePath(url);
    if (path === undefined) throw new Problem('request.malformed');
    const address = clientAddress(request, trustProxy);
    const from = network(address);
    const routeClass = classOf(request.method ?? 'GET', path);
    if (routeClass) measure(response, routeClass);
    // First, because everything after it costs more than counting.
    if (routeClass) limits.byNetwork(routeClass, from);
    const site = HEALTH.test(path) ? hosts.installation : hosts.of(request.headers.host);
    if (site !== hosts.installation) rememberSite(request, site);
    const elsewhere =
      SAFE_METHODS.has(request.method ?? '') && redirectOf(site, hosts.installation, path, url);
    if (elsewhere) {
      response.writeHead(302, { ...dataHeaders, location: elsewhere, 'cache-control': 'no-store' }).end();
      return;
    }
    if (options.maintenance?.refuses(path, request.headers.cookie))
      throw new Problem('front.maintenance', { headers: { 'Retry-After': String(RETRY_SECONDS) } });
    // Which theatre has which host is asked by this gateway alone, and directly.
    if (path === OWN_HOSTS_PATH) throw new Problem('http.404');
    const staff = STAFF.test(path) && !DOCS.test(path);
    // Deny by default: below /b/api everything but the documentation needs a valid token, even a 404.
    if (staff) {
      const token = bearer(request.headers.authorization);
      if (!token)
        throw new Problem('security.not-authenticated', { headers: { 'WWW-Authenticate': 'Bearer' } });
      const { subject } = await verifier.verify(token);
      if (routeClass) limits.byCaller(routeClass, subject);
    } else if (routeClass) countVisitor(request, response, routeClass, from);
    const target = find(path);
    if (!target) {
      local(request, response);
      return;
    }
    nameRoute(target.route);
    const headers = requestHeaders(request.headers, {
      address,
      clientNetwork: staff ? undefined : clientNetwork.nameOf(from),
      publicUrl: site.url,
      theatre: staff ? undefined : site.theatre?.id,
      traceparent: traceOf(request.headers).traceparent,
    });
    const { session, ...call }: PublicCall = staff
      ? { headers }
      : await gate.authenticate(request, path, headers);
    if (session) limits.verify(session.id);
    if (routeClass === 'stream' && session?.account) sessionStreams.add(session, response);
    if (routeClass === 'stream' && request.method === 'GET') {
      await options.sharedStreams.join(request, response, target, path, headers, site.theatre?.id);
      return;
    }
    const limit = UPLOADS.test(path) ? fileBodyLimit : bodyLimit;
    await forwarder.forward(request, response, { ...call, target, path: url, bodyLimit: limit });
  }

  const server = createServer({ maxHeaderSize: HEADER_BYTES.edge }, (request, response) => {
    if (options.drain.isOn) response.setHeader('Connection', 'close');
    handle(request, response).catch((error: unknown) =>
      sendProblem(error, request, response, log, options.dataHeaders),
    );
  });
  handleClientErrors(server, options.dataHeaders);
  server.headersTimeout = 15_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  return server;
}
