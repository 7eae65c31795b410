import { createHash } from 'node:crypto';
import { JsonText, jsonTextOf, reply, type Reply } from './route';

/** A strong ETag: a hash of the response body. */
const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** Whether the client has the current version; weak comparison, as RFC 9110 requires for `If-None-Match`. */
function alreadyHas(header: string | undefined, etag: string): boolean {
  const etags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return etags.includes('*') || etags.includes(etag);
}

/**
 * A response that the client caches and revalidates: 304 as long as its body is the same for the same caller, whom the
 * headers `callers` tell from others.
 */
export function revalidated(body: unknown, ifNoneMatch: string | undefined, callers?: string): Reply {
  const text = jsonTextOf(body);
  const { headers, isKnown } = revalidation(text, ifNoneMatch, callers);
  return isKnown ? reply(undefined, { status: 304, headers }) : reply(new JsonText(text), { headers });
}

/** The same for a large body: it is made only for a client without it, and `source` is what it is made of. */
export async function revalidatedBy(
  source: string,
  make: () => Promise<JsonText>,
  ifNoneMatch: string | undefined,
  callers?: string,
): Promise<Reply> {
  const { headers, isKnown } = revalidation(source, ifNoneMatch, callers);
  return isKnown ? reply(undefined, { status: 304, headers }) : reply(await make(), { headers });
}

function revalidation(
  source: string,
  ifNoneMatch: string | undefined,
  callers = 'Authorization, Accept-Language',
) {
  const etag = etagOf(source);
  const headers = {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    Vary: callers,
  };
  return { headers, isKnown: alreadyHas(ifNoneMatch, etag) };
}
