import { stackUrl } from './stack';

/** Body of a refusal (RFC 9457) as the public API sends it. */
export interface ProblemBody {
  code: string;
  status: number;
  detail: string;
  params?: Record<string, string | number>;
  errors?: { pointer: string; code: string; detail: string; params?: Record<string, string | number> }[];
}

export interface Answer<T> {
  status: number;
  mediaType: string;
  body: T;
}

export interface Call {
  method?: string;
  body?: unknown;
  cart?: string;
  token?: string;
  language?: 'fr' | 'en';
  headers?: Record<string, string>;
}

/** Makes one call, and returns any response. Without a cookie, as a partner's integration makes it. */
export async function callApi<T>(path: string, call: Call = {}): Promise<Answer<T>> {
  const answer = await fetch(path.startsWith('http') ? path : stackUrl() + path, {
    method: call.method ?? (call.body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.cart ? { 'cart-token': call.cart } : {}),
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
      ...(call.language ? { 'accept-language': call.language } : {}),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const mediaType = answer.headers.get('content-type') ?? '';
  const text = await answer.text();
  return {
    status: answer.status,
    mediaType,
    body: (mediaType.includes('json') ? JSON.parse(text) : text) as T,
  };
}

/** One call that must be accepted. */
export async function callOk<T>(path: string, call: Call = {}): Promise<T> {
  const { status, body } = await callApi<T>(path, call);
  if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
