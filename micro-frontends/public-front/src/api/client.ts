import { ApiProblem, createApi, type Api } from '@coulisse/mfe-kit/api';
import { toLanguage } from '@coulisse/ui-kit/format';
import { retryWhenRateLimited } from './rate-limit-retry';
import type { Session } from './types';

export { ApiProblem };

/** Error codes of an expired session: a new one is opened and the call is retried once. */
const SESSION_LOST = new Set(['security.invalid-csrf-token', 'security.session-expired']);
const SAFE = new Set(['GET', 'HEAD']);

let transport: typeof fetch | undefined;
/** In a frame on another site, calls carry what cookies carry elsewhere (`embedding/frame.ts`). */
export const sendBy = (own: typeof fetch): void => void (transport = own);

const plain = createApi({
  language: () => toLanguage(document.documentElement.lang),
  fetch: (input, init) => (transport ?? fetch)(input, init),
});

let session: Promise<Session> | null = null;

/** The session of this browser; requested once, and again when it has expired. */
export function openSession(fresh = false): Promise<Session> {
  if (!session || fresh) {
    session = retryWhenRateLimited(() => plain.get<Session>('/app-api/session'));
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
    // Reads wait for the session too, because its cookie identifies the basket.
    const { csrfToken } = await openSession(fresh);
    const headers: Record<string, string> = SAFE.has(method) ? {} : { 'X-CSRF-Token': csrfToken };
    return plain.request<T>(method, path, { ...options, headers: { ...headers, ...options.headers } });
  };
  return retryWhenRateLimited(async () => {
    try {
      return await send(false);
    } catch (error) {
      if (error instanceof ApiProblem && SESSION_LOST.has(error.code)) return send(true);
      throw error;
    }
  }, options.signal);
}

/** Reads without waiting for a session: a browser that has one sends its cookie, and a new one has no basket yet. */
export const readPublic = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  retryWhenRateLimited(() => plain.get<T>(path, { signal }), signal);

export const api = {
  get: <T>(path: string, signal?: AbortSignal) => call<T>('GET', path, { signal }),
  post: <T>(
    path: string,
    body?: unknown,
    options: { idempotencyKey?: string; headers?: Record<string, string> } = {},
  ) => call<T>('POST', path, { body, ...options }),
  put: <T>(path: string, body: unknown) => call<T>('PUT', path, { body }),
  delete: (path: string) => call<void>('DELETE', path),
};

export const isMissing = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;
/** It exists but belongs to another session. */
export const isForeign = (error: unknown): boolean =>
  error instanceof ApiProblem && [401, 403].includes(error.status);
export const isUnavailable = (error: unknown): boolean => error instanceof ApiProblem && error.status === 503;
