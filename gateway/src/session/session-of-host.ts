import type { IncomingMessage } from 'node:http';
import { siteOfRequest } from '../hosts/request-site';
import type { SessionCookie } from './cookie';
import type { PublicSession, SessionStore } from './session-store';

/**
 * The session as it counts on the host of the request: an account of another theatre is none there. A host may pass from
 * one theatre to another while the browser keeps its cookie.
 */
export function sessionOfHost(request: object, session: PublicSession | null): PublicSession | null {
  const theatre = siteOfRequest(request)?.theatre?.id;
  const tenantId = session?.tenantId ?? null;
  const isOfAnother = theatre !== undefined && tenantId !== null && tenantId !== theatre;
  return isOfAnother ? null : session;
}

/** The session of the cookie of a request; null without one, and where it does not count. */
export async function sessionOf(
  request: IncomingMessage,
  { store, cookie }: { store: SessionStore; cookie: SessionCookie },
): Promise<PublicSession | null> {
  const id = cookie.read(request.headers.cookie);
  return id === undefined ? null : sessionOfHost(request, await store.find(id));
}
