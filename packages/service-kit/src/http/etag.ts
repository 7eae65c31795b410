import { createHash } from 'node:crypto';
import { reply, type Reply } from './route';

/** Names the bytes of an answer. */
const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** Whether the reader has what would be sent; compared weakly, as RFC 9110 asks of `If-None-Match`. */
function alreadyHas(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

/** An answer that its reader keeps and asks about again: 304 as long as it says the same to the same caller. */
export function revalidated(body: unknown, ifNoneMatch: string | undefined): Reply {
  const etag = etagOf(JSON.stringify(body));
  const headers = {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Accept-Language',
  };
  return alreadyHas(ifNoneMatch, etag)
    ? reply(undefined, { status: 304, headers })
    : reply(body, { headers });
}
