export type SampleLanguage = 'fr' | 'en';

/** A request as the sample server reads it. */
export interface SampleRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  /** Parsed JSON; the content of an upload is in `file`. */
  body: Readonly<Record<string, unknown>>;
  file: Blob | null;
  language: SampleLanguage;
}

const headersOf = (init: RequestInit | undefined): Record<string, string> => {
  const { headers = {} } = init ?? {};
  const entries =
    headers instanceof Headers ? [...headers] : Array.isArray(headers) ? headers : Object.entries(headers);
  return Object.fromEntries(entries.map(([name = '', value = '']) => [name.toLowerCase(), value]));
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const jsonOf = (text: string): Record<string, unknown> => {
  const body: unknown = JSON.parse(text);
  return isObject(body) ? body : {};
};

const addressOf = (input: string | URL | Request): URL =>
  new URL(
    typeof input === 'string' ? input : 'url' in input ? input.url : input.href,
    'https://sample.invalid',
  );

export const readRequest = (input: string | URL | Request, init?: RequestInit): SampleRequest => {
  const { pathname, searchParams } = addressOf(input);
  const headers = headersOf(init);
  return {
    method: init?.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers,
    body: typeof init?.body === 'string' ? jsonOf(init.body) : {},
    file: init?.body instanceof Blob ? init.body : null,
    language: headers['accept-language'] === 'en' ? 'en' : 'fr',
  };
};

/** The version of an `If-Match` header; null without one. */
export const versionOf = ({ headers }: SampleRequest): number | null => {
  const [version] = /\d+/.exec(headers['if-match'] ?? '') ?? [];
  return version === undefined ? null : Number(version);
};
