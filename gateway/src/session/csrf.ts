import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { MessageId } from '@coulisse/contracts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isSafe = (method: string): boolean => SAFE.has(method);

/**
 * True unless the headers show that another site sent the call. Fetch Metadata decides when present (the
 * browser computes it from the real origins); Origin is the fallback; a client with neither is no browser.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined || headers.origin === publicOrigin;
}

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** JSON or no body: a form of another site cannot send JSON or our headers without a CORS preflight. */
export const isJsonOrEmpty = (headers: IncomingHttpHeaders): boolean =>
  !hasBody(headers) || /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Error code when a call with the session's cookie is refused, otherwise undefined. */
export function csrfRefusal(
  method: string,
  headers: IncomingHttpHeaders,
  csrfToken: string,
  publicOrigin: string,
): MessageId | undefined {
  if (isSafe(method)) return undefined;
  if (!isSameOrigin(headers, publicOrigin)) return 'security.invalid-csrf-token';
  if (!sameText(String(headers['x-csrf-token'] ?? ''), csrfToken)) return 'security.invalid-csrf-token';
  return isJsonOrEmpty(headers) ? undefined : 'request.unsupported-media';
}
