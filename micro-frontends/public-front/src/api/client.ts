import { ApiProblem, createApi, type Api } from '@coulisse/mfe-kit/api';
import { toLanguage } from '@coulisse/ui-kit/format';
import { patiently } from './patience';
import type { Session } from './types';

export { ApiProblem };

/** The gateway does not know this session any more: a new one is opened, and the call is made once again. */
const FORGOTTEN = new Set(['security.invalid-csrf-token', 'security.session-expired']);
const SAFE = new Set(['GET', 'HEAD']);

const plain = createApi({ language: () => toLanguage(document.documentElement.lang) });

let session: Promise<Session> | null = null;

/** The session of this browser; made once, asked again when the gateway has forgotten it. */
export function openSession(fresh = false): Promise<Session> {
  if (!session || fresh) {
    session = patiently(() => plain.get<Session>('/app-api/session'));
    session.catch(() => (session = null));
  }
  return session;
}

export function replaceSession(next: Session): void {
  session = Promise.resolve(next);
}

async function call<T>(
  method: string,
  path: string,
  options: Parameters<Api['request']>[2] = {},
): Promise<T> {
  const send = async (fresh: boolean): Promise<T> => {
    // Reading waits for the session as well: the cookie is what finds the basket again.
    const { csrfToken } = await openSession(fresh);
    const headers: Record<string, string> = SAFE.has(method) ? {} : { 'X-CSRF-Token': csrfToken };
    return plain.request<T>(method, path, { ...options, headers: { ...headers, ...options.headers } });
  };
  return patiently(async () => {
    try {
      return await send(false);
    } catch (error) {
      if (error instanceof ApiProblem && FORGOTTEN.has(error.code)) return send(true);
      throw error;
    }
  }, options.signal);
}

export const api = {
  get: <T>(path: string, signal?: AbortSignal) => call<T>('GET', path, { signal }),
  post: <T>(path: string, body?: unknown, options: { idempotencyKey?: string } = {}) =>
    call<T>('POST', path, { body, ...options }),
  delete: (path: string) => call<void>('DELETE', path),
};

export const isMissing = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;
/** It exists, but for another browser. */
export const isForeign = (error: unknown): boolean =>
  error instanceof ApiProblem && [401, 403].includes(error.status);
export const isUnavailable = (error: unknown): boolean => error instanceof ApiProblem && error.status === 503;
