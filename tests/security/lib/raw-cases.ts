import type { Random } from './random';

export interface RawCase {
  name: string;
  bytes: readonly (string | Buffer)[];
  pauseMs?: number;
  waitMs?: number;
  /** Largest number of responses that it may get. */
  most?: number;
  /** Whether a response is right. */
  expect?: (status: number, text: string) => boolean;
  /** Whether it needs a response: closing the connection is not enough. */
  mustAnswer?: boolean;
}

const refused = (status: number) => status >= 400 && status < 500;
const notServed = (status: number) => status >= 300 && status < 500;
/** Below `/b` any path that is no file returns the portal's page: so may another spelling of the API, without data. */
const notTheApi = (status: number, text: string) =>
  notServed(status) || (status === 200 && /^content-type: text\/html/im.test(text));

/** Request targets that are no path, or that the next parser takes for another path. */
const TARGETS = [
  '//',
  '///',
  '//[',
  '//:80',
  '//%',
  '//@',
  '//a:b@c/',
  '//[::1',
  '//\\',
  '\\\\',
  '/\\',
  '/\\\\evil.example/b',
  'http://[',
  'http://',
  'http://:0/',
  'http://evil.example/b/api/core/me',
  'https://localhost:99999/',
  'ftp://localhost/',
  '/..',
  '/../',
  '/b/api/../../etc/passwd',
  '/b/api/crm/../core/me',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/b/%2e%2e/health/live',
  '/b/api%2fcore%2fme',
  '/b/api/core/me%00',
  '/%00',
  '/%',
  '/%zz',
  '/%c0%ae%c0%ae/',
  '/%ff%fe',
  '/%u002e',
  '/b/api/core/me;a=b',
  '/b/api//core/me',
  '/b//api/core/me',
  '//b/api/core/me',
  '/./b/api/core/me',
  '/b/api/core/me/.',
  '*',
  '?',
  '#',
  '/?#',
  '/#/b/api',
  '/b/api/core/me#',
  'b/api/core/me',
  '/b/api/core/me?[',
  '/?%',
  '/?locale=%',
  '//?locale=[',
  '/mf/../../../etc/passwd',
  '/mf/crm/%2e%2e%2f%2e%2e%2fpackage.json',
  '/b/..%5c..%5cpackage.json',
  '/app/%2e%2e%2fgateway%2fpackage.json',
  '/translations/__proto__.json',
  '/translations/constructor.json',
  '/translations/..%2f..%2fpackage.json',
  '/translations/errors.json?locale=__proto__',
] as const;

/** Files and pages beside the product on a machine. */
const NOT_SERVED = ['/.git/config', '/.git/HEAD', '/.env', '/package.json', '/server-status', '/metrics'];
/** The access check of the staff's API matches the path exactly; so must the services behind it. */
const OTHER_SPELLINGS = [
  '/B/API/core/me',
  '/b/API/core/me',
  '/b/api/CORE/me',
  '/b/%61pi/core/me',
  '/b/api/core/me/',
];

export function rawCases(host: string, random: Random, isWhole: boolean): RawCase[] {
  const head = (target: string, ...headers: string[]) =>
    [`GET ${target} HTTP/1.1`, `Host: ${host}`, ...headers, 'Connection: close', '', ''].join('\r\n');
  const targets = TARGETS.map((target): RawCase => {
    return {
      name: `target ${target}`,
      bytes: [head(target)],
      mustAnswer: true,
      expect: (status) => status < 500,
    };
  });
  const spelled = (expect: NonNullable<RawCase['expect']>) => (target: string) => {
    return { name: `spelling ${target}`, bytes: [head(target)], expect, mustAnswer: true };
  };
  const spellings = [...OTHER_SPELLINGS.map(spelled(notTheApi)), ...NOT_SERVED.map(spelled(notServed))];
  const methods = ['TRACE', 'CONNECT', 'FOO', 'get', 'PROPFIND', 'OPTIONS', ''].map((method): RawCase => {
    const bytes = [head('/b/api/core/me').replace('GET', method)];
    return {
      name: `method ${method || '(none)'}`,
      bytes,
      expect: (status) => status >= 200 && status < 500 && status !== 200,
    };
  });
  const cases = [...targets, ...spellings, ...methods, ...framing(host), ...headers(host), ...slow(host)];
  return isWhole
    ? [...cases, ...randomTargets(random, head, 400)]
    : [...cases, ...randomTargets(random, head, 60)];
}

const HIDDEN = 'GET /health/live HTTP/1.1\r\nHost: hidden\r\n\r\n';

/** Requests whose end two parsers may see in two places. */
function framing(host: string): RawCase[] {
  const post = (headers: readonly string[], body: string) =>
    [
      `POST /app-api/session/login HTTP/1.1`,
      `Host: ${host}`,
      'Content-Type: application/json',
      ...headers,
      '',
      body,
    ].join('\r\n');
  const length = HIDDEN.length;
  return [
    ['CL.TE', post([`Content-Length: ${5 + length}`, 'Transfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`)],
    [
      'TE.CL',
      post(
        ['Transfer-Encoding: chunked', 'Content-Length: 4'],
        `${length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`,
      ),
    ],
    ['TE.TE', post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${HIDDEN}`)],
    ['TE with a tab', post(['Transfer-Encoding:\tchunked', 'Content-Length: 6'], `0\r\n\r\n${HIDDEN}`)],
    ['TE with a space before the colon', post(['Transfer-Encoding : chunked'], `0\r\n\r\n${HIDDEN}`)],
    ['TE in another case', post(['transfer-encoding: xchunked'], `0\r\n\r\n${HIDDEN}`)],
    ['two lengths', post(['Content-Length: 2', `Content-Length: ${2 + length}`], `{}${HIDDEN}`)],
    ['two lengths in one header', post([`Content-Length: 2, ${2 + length}`], `{}${HIDDEN}`)],
    ['a negative length', post(['Content-Length: -1'], '{}')],
    ['a length with a sign', post(['Content-Length: +2'], `{}${HIDDEN}`)],
    ['a length that is no number', post(['Content-Length: 2a'], `{}${HIDDEN}`)],
    ['a length beyond all numbers', post([`Content-Length: ${'9'.repeat(40)}`], '{}')],
    ['a chunk beyond all numbers', post(['Transfer-Encoding: chunked'], `${'f'.repeat(20)}\r\n{}`)],
    ['a chunk that is no number', post(['Transfer-Encoding: chunked'], `xyz\r\n{}\r\n0\r\n\r\n`)],
    ['a chunk extension', post(['Transfer-Encoding: chunked'], `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)],
    ['a line feed alone', post(['Content-Length: 2'], '{}').replaceAll('\r\n', '\n')],
    [
      'a header after a bare carriage return',
      post(['X-A: b\rTransfer-Encoding: chunked', 'Content-Length: 2'], `{}`),
    ],
  ].map(([name, text]): RawCase => {
    // A reader that stays within its own framing answers at most one request and refuses the rest.
    return { name: `framing ${name}`, bytes: [text ?? ''], expect: refused, waitMs: 3_000 };
  });
}

function headers(host: string): RawCase[] {
  const get = (...lines: string[]) => ['GET /b/api/core/me HTTP/1.1', ...lines, '', ''].join('\r\n');
  const own = `Host: ${host}`;
  const many = Array.from({ length: 5_000 }, (_, index) => `X-${index}: a`);
  const list: [string, string, Partial<RawCase>?][] = [
    ['two hosts', get(own, 'Host: evil.example')],
    ['no host', get()],
    ['a host that is none', get('Host: [')],
    ['a host with a path', get('Host: evil.example/b?')],
    ['an empty host', get('Host:')],
    ['a folded header', get(own, 'X-A: b', ' c')],
    ['a header without a name', get(own, ': b')],
    ['a header without a colon', get(own, 'abc')],
    ['a NUL in a header', get(own, 'X-A: a\0b')],
    ['a header of 100 kB', get(own, `X-A: ${'a'.repeat(100_000)}`)],
    ['5,000 headers', get(own, ...many)],
    ['a target of 100 kB', get(own).replace('/b/api/core/me', `/${'a'.repeat(100_000)}`)],
    ['a token of 60 kB', get(own, `Authorization: Bearer ${'a'.repeat(10_000)}`)],
    ['a token of control characters', get(own, 'Authorization: Bearer \x01\x02')],
    ['a token of no language', get(own, 'Authorization: Bearer \xff\xfe.\xff.\xff')],
    ['a cookie of nothing', get(own, 'Cookie: =; ;;; =a; __proto__=1')],
    ['a cookie that is no encoding', get(own, 'Cookie: sid=%; coulisse=%zz')],
    ['a language that is none', get(own, `Accept-Language: ${'en;q=0.1,'.repeat(500)}`)],
    ['a trace that is none', get(own, 'traceparent: 00-zz-zz-zz', `tracestate: ${'a=b,'.repeat(200)}`)],
    ['an address for the next one', get(own, 'X-Forwarded-For: 1.2.3.4, "', 'Forwarded: for=_;host=evil')],
    ['an upgrade', get(own, 'Connection: Upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__')],
    [
      'a web socket',
      get(own, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZQ=='),
    ],
    ['an expectation', get(own, 'Expect: 200-ok')],
    ['hop by hop', get(own, 'Connection: close, authorization, host, x-forwarded-for')],
    ['HTTP/2 without a word', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/0.9', 'GET /\r\n'],
    ['HTTP/9.9', get(own).replace('HTTP/1.1', 'HTTP/9.9')],
    ['no version', get(own).replace(' HTTP/1.1', '')],
    ['bytes of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['only line ends', '\r\n'.repeat(1_000)],
  ];
  const cases = list.map(([name, bytes, overrides]): RawCase => {
    return {
      name: `header ${name}`,
      bytes: [bytes],
      expect: (status) => status >= 300 && status < 600,
      waitMs: 3_000,
      ...overrides,
    };
  });
  const pipelined = Array.from({ length: 50 }, () => get(own)).join('');
  return [...cases, { name: 'fifty requests at once', bytes: [pipelined], most: 50, expect: refused }];
}

/** Slow senders; the time that they may take is bounded. */
function slow(host: string): RawCase[] {
  const letters = `GET /b/api/core/me HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `.split('');
  const body = ['{', '"', 'a', '"', ':', '1'];
  const head = `POST /app-api/session/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
  return [
    { name: 'slow header', bytes: letters, pauseMs: 20, waitMs: 3_000 },
    { name: 'slow body', bytes: [head, ...body], pauseMs: 50, waitMs: 2_000 },
    { name: 'a body that never comes', bytes: [head], waitMs: 1_000 },
    { name: 'half a header', bytes: ['GET / HT'], waitMs: 1_000 },
  ];
}

const PIECES = [
  '/',
  '//',
  '\\',
  '..',
  '.',
  '%',
  '%2e',
  '%2f',
  '%00',
  '[',
  ']',
  '@',
  ':',
  '?',
  '#',
  'b',
  'api',
  'http:',
  '\x7f',
  '\xff',
  ';',
  '*',
];

function randomTargets(random: Random, head: (target: string) => string, count: number): RawCase[] {
  return Array.from({ length: count }, (): RawCase => {
    const target = Array.from({ length: 1 + random.below(8) }, () => random.pick(PIECES)).join('');
    return {
      name: `target ${JSON.stringify(target)}`,
      bytes: [head(target)],
      expect: (status) => status < 500,
    };
  });
}
