import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Headers that mean something between two neighbours only (RFC 9110 §7.6.1). */
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

/** What a service must not believe from outside, or has no use for. */
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
  'x-csrf-token',
]);

const NONE: ReadonlySet<string> = new Set();
/** Headers that `Connection` names; as good as always it names none. */
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

/** Random bytes of a trace: sixteen of its id, eight of its first part. They come by the thousand, one by one they are dear. */
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

/** The caller's trace when it sent a well-formed one, a new one otherwise. */
export function traceOf(headers: IncomingHttpHeaders): { traceparent: string; traceId: string } {
  const given = String(headers['traceparent'] ?? '');
  const known = TRACEPARENT.exec(given)?.[1];
  if (known) return { traceparent: given, traceId: known };
  const fresh = freshTrace();
  const traceId = fresh.slice(0, 32);
  return { traceparent: `00-${traceId}-${fresh.slice(32)}-01`, traceId };
}

export interface Forwarded {
  address: string;
  /** Name of the public client's network, for limits that services keep; the staff has none. */
  clientNetwork?: string;
  publicUrl: URL;
  traceparent: string;
}

/** Headers of the call to a service: the client's, without hop-by-hop and identity-bearing ones, with ours. */
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
  if (forwarded.clientNetwork !== undefined) out['x-client-network'] = forwarded.clientNetwork;
  return out;
}

/** Headers of a service's answer that the client may see, over those that every answer has. */
export function responseHeaders(
  headers: Record<string, string | string[] | undefined>,
  common: Readonly<Record<string, string>> = {},
): Record<string, string | string[]> {
  const { connection } = headers;
  const dropped = named(Array.isArray(connection) ? connection.join() : connection);
  const out: Record<string, string | string[]> = { ...common };
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (value === undefined || HOP_BY_HOP.has(key) || dropped.has(key)) continue;
    if (key === 'set-cookie' || key === 'x-powered-by' || key === 'server') continue;
    out[key] = value;
  }
  return out;
}
