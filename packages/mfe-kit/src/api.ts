import { type Language } from '@coulisse/ui-kit/format';
import type { Sent } from './upload';

export interface FieldProblem {
  /** JSON pointer into the request body. */
  pointer: string;
  code: string;
  detail: string;
  params?: Record<string, unknown>;
}

/** Body of an error response (RFC 9457). */
export interface ProblemBody {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  instance?: string;
  code?: string;
  params?: Record<string, unknown>;
  errors?: FieldProblem[];
  traceId?: string;
}

/** An error response, or no response at all (`status` 0, code `network.unreachable`). */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: FieldProblem[];
  readonly traceId: string | null;
  readonly params: Record<string, unknown>;
  /** The whole body, for the members that a problem type adds (`links` of a refused deletion). */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: ProblemBody, options?: { cause?: unknown }) {
    super(body.detail ?? body.title ?? body.code ?? `HTTP ${status}`, options);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = body.code ?? `http.${status}`;
    this.detail = body.detail ?? body.title ?? '';
    this.errors = body.errors ?? [];
    this.traceId = body.traceId ?? null;
    this.params = body.params ?? {};
    this.body = { ...body };
  }
}

export interface ApiOptions {
  /** Access token for this call; null sends none. */
  token?: () => Promise<string | null>;
  language: () => Language;
  /** More headers for every call (the CSRF token of the public session). */
  headers?: (method: string) => Record<string, string> | Promise<Record<string, string>>;
  /** Called after a 401: the session has ended. */
  onUnauthorised?: () => void;
  fetch?: typeof fetch;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Version that was read: the server refuses the change when the record has changed since. */
  ifMatch?: number | string;
  idempotencyKey?: string;
}

export interface UploadOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Bytes sent so far, and the total. */
  onProgress?: (sent: number, total: number) => void;
}

export interface Api {
  request<T>(method: string, path: string, options?: CallOptions): Promise<T>;
  get<T>(path: string, options?: CallOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  patch<T>(path: string, body: unknown, options?: CallOptions): Promise<T>;
  delete<T = void>(path: string, options?: CallOptions): Promise<T>;
  /** The raw response, for files and streams. Error responses are thrown, as everywhere. */
  raw(method: string, path: string, options?: CallOptions): Promise<Response>;
  /** Sends the bytes of a file (POST), with XMLHttpRequest: `fetch` reports no upload progress. */
  upload<T>(path: string, content: Blob, options?: UploadOptions): Promise<T>;
}

export const createApi = (options: ApiOptions): Api => {
  const send = options.fetch ?? ((input, init) => fetch(input, init));

  const headersOf = async (method: string): Promise<Record<string, string>> => {
    const token = await options.token?.();
    return {
      Accept: 'application/json, application/problem+json',
      'Accept-Language': options.language(),
      ...(await options.headers?.(method)),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    };
  };

  const raw = async (method: string, path: string, call: CallOptions = {}): Promise<Response> => {
    const headers: Record<string, string> = {
      ...(await headersOf(method)),
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(call.ifMatch === undefined ? {} : { 'If-Match': `"${call.ifMatch}"` }),
      ...(call.idempotencyKey ? { 'Idempotency-Key': call.idempotencyKey } : {}),
      ...call.headers,
    };
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const response = await send(path, { method, headers, body, signal: call.signal }).catch(
      (cause: unknown) => {
        if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
        throw new ApiProblem(0, { code: 'network.unreachable' }, { cause });
      },
    );
    if (response.ok) return response;
    return refuse(response.status, await response.text(), response.statusText);
  };

  const refuse = (status: number, text: string, title: string): never => {
    if (status === 401) options.onUnauthorised?.();
    throw new ApiProblem(status, problemOf(text, title));
  };

  const request = async <T>(method: string, path: string, call?: CallOptions): Promise<T> => {
    const response = await raw(method, path, call);
    const text = await response.text();
    return (text ? JSON.parse(text) : undefined) as T;
  };

  const upload = async <T>(path: string, content: Blob, call: UploadOptions = {}): Promise<T> => {
    const headers = { ...(await headersOf('POST')), ...call.headers };
    // Few send files; the others do not load it.
    const sent = await import('./upload')
      .then(({ send }) => send(path, content, { ...call, headers }))
      .catch((cause: unknown): Sent => {
        if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
        throw new ApiProblem(0, { code: 'network.unreachable' }, { cause });
      });
    if (sent.status >= 400) return refuse(sent.status, sent.text, sent.title);
    return (sent.text ? JSON.parse(sent.text) : undefined) as T;
  };

  return {
    raw,
    request,
    upload,
    get: (path, call) => request('GET', path, call),
    post: (path, body, call) => request('POST', path, { ...call, body }),
    put: (path, body, call) => request('PUT', path, { ...call, body }),
    patch: (path, body, call) => request('PATCH', path, { ...call, body }),
    delete: (path, call) => request('DELETE', path, call),
  };
};

/** A proxy between the browser and the service may respond without a problem body. */
const problemOf = (text: string, title: string): ProblemBody => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return { title };
  }
};
