import { randomBytes } from 'node:crypto';
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
  'x-csrf-token',
]);

const named = (connection: string | undefined): Set<string> =>
  new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()));

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

/** The caller's trace when it sent a well-formed one, a new one otherwise. */
export function traceOf(headers: IncomingHttpHeaders): { traceparent: string; traceId: string } {
  const given = String(headers['traceparent'] ?? '');
  const traceId = TRACEPARENT.exec(given)?.[1];
  if (traceId) return { traceparent: given, traceId };
  const fresh = randomBytes(16).toString('hex');
  return { traceparent: `00-${fresh}-${randomBytes(8).toString('hex')}-01`, traceId: fresh };
}

export interface Forwarded {
  address: string;
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
  return out;
}

/** Headers of a service's answer that the client may see. */
export function responseHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | string[]> {
  const dropped = named(String(headers['connection'] ?? ''));
  const out: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (value === undefined || HOP_BY_HOP.has(key) || dropped.has(key)) continue;
    if (key === 'set-cookie' || key === 'x-powered-by' || key === 'server') continue;
    out[key] = value;
  }
  return out;
}
