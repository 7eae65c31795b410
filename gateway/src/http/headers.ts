import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { FRONT_THEATRE } from '@coulisse/contracts/own-host';
import { currentTrace } from '@coulisse/service-kit/telemetry';

/** Hop-by-hop headers: they apply to a single connection only (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Request headers that services must not trust from outside, or do not use. */
const NOT_FORWARDED = new Set([
  'host',
  'cookie',
  'expect',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-client-network',
  FRONT_THEATRE,
  'x-csrf-token',
]);

const NONE: ReadonlySet<string> = new Set();
/** Headers that `Connection` names; it almost never names any. */
const named = (connection: string | undefined): ReadonlySet<string> =>
  connection === undefined || connection === 'keep-alive' || connection === 'close'
    ? NONE
    : new Set(connection.split(',').map((name) => name.trim().toLowerCase()));

/** Address of the client; behind a trusted proxy, the one that this proxy saw. */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const peer = request.socket.remoteAddress ?? '';
  if (!trustProxy) return peer;
  const seen = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return seen && isIP(seen) ? seen : peer;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Random bytes per trace: 16 of the trace id, 8 of the span id. Drawn for 256 traces at once: each draw is slow. */
const TRACE_BYTES = 24;
const random = Buffer.alloc(TRACE_BYTES * 256);
let used = random.length;
function freshTrace(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += TRACE_BYTES;
  return random.toString('hex', used - TRACE_BYTES, used);
}

/**
 * The trace of a request: with telemetry, that of the gateway's own span; otherwise the caller's if it sent a well-formed
 * one, or a new one.
 */
export function traceOf(headers: IncomingHttpHeaders): { traceparent: string; traceId: string } {
  const active = currentTrace();
  if (active) return active;
  const header = String(headers['traceparent'] ?? '');
  const callerTraceId = TRACEPARENT.exec(header)?.[1];
  if (callerTraceId) return { traceparent: header, traceId: callerTraceId };
  const fresh = freshTrace();
  const traceId = fresh.slice(0, 32);
  return { traceparent: `00-${traceId}-${fresh.slice(32)}-01`, traceId };
}

export interface Forwarded {
  address: string;
  /** Digest of the public client's network, for limits of the services; undefined for staff. */
  clientNetwork?: string;
  publicUrl: URL;
  /** Id of the only theatre of the host, on a host of its own. */
  theatre?: string | undefined;
  traceparent: string;
}

/** Headers of the request to a service: the client's, without hop-by-hop and untrusted ones, plus ours. */
export function requestHeaders(headers: IncomingHttpHeaders, forwarded: Forwarded): Record<string, string> {
  const dropped = named(headers.connection);
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP.has(name) || NOT_FORWARDED.has(name) || dropped.has(name)) continue;
    out[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  out['x-forwarded-for'] = forwarded.address;
  out['x-forwarded-host'] = forwarded.publicUrl.host;
  out['x-forwarded-proto'] = forwarded.publicUrl.protocol.slice(0, -1);
  out['traceparent'] = forwarded.traceparent;
  if (forwarded.theatre !== undefined) out[FRONT_THEATRE] = forwarded.theatre;
  if (forwarded.clientNetwork !== undefined) out['x-client-network'] = forwarded.clientNetwork;
  return out;
}

/** Response headers that are removed: only the gateway sets cookies, and names of software are not shown. */
const NOT_RETURNED = new Set([...HOP_BY_HOP, 'set-cookie', 'x-powered-by', 'server']);

/** CORS headers of services are removed: no other origin may read our responses. */
const CROSS_ORIGIN = 'access-control-';

/** Headers of a service's response that the client may see, merged over the common ones. */
export function responseHeaders(
  headers: Record<string, string | string[] | undefined>,
  common: Readonly<Record<string, string>> = {},
): Record<string, string | string[]> {
  const { connection } = headers;
  const dropped = named(Array.isArray(connection) ? connection.join() : connection);
  const out: Record<string, string | string[]> = { ...common };
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (value === undefined || NOT_RETURNED.has(key) || dropped.has(key)) continue;
    if (key.startsWith(CROSS_ORIGIN)) continue;
    out[key] = value;
  }
  return out;
}
