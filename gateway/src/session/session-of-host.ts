import { siteOfRequest } from '../hosts/request-site';
import type { PublicSession } from './session-store';

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
