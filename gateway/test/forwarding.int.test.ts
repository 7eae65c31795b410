import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import { request as httpRequest, type ServerResponse } from 'node:http';
import { startHarness, type Harness } from './support/harness';

/** Databases are created and many calls are made on a machine that may be busy. */
jest.setTimeout(60_000);

describe('forwarding', () => {
  let harness: Harness;
  let staff: Record<string, string>;

  beforeAll(async () => {
    harness = await startHarness({ BODY_LIMIT: '1000', UPSTREAM_TIMEOUT_MS: '700' });
    staff = { authorization: `Bearer ${await harness.staffToken()}` };
  });
  afterAll(() => harness.stop());
  beforeEach(() => harness.service.reset());

  it('forwards method, path, query, body and the headers that services read', async () => {
    const response = await harness.fetch('/b/api/crm/tiers?q=%C3%A9t%C3%A9&f.name.eq=a%2Fb', {
      method: 'POST',
      headers: {
        ...staff,
        'content-type': 'application/json',
        'idempotency-key': 'k-1',
        'accept-language': 'en',
        cookie: 'sid=secret',
        'x-forwarded-for': '6.6.6.6',
        'if-match': '"3"',
      },
      body: '{"name":"Été"}',
    });
    expect(response.status).toBe(200);
    expect(harness.service.lastRequest).toMatchObject({
      method: 'POST',
      url: '/b/api/crm/tiers?q=%C3%A9t%C3%A9&f.name.eq=a%2Fb',
      body: '{"name":"Été"}',
      headers: {
        ...staff,
        'idempotency-key': 'k-1',
        'accept-language': 'en',
        'if-match': '"3"',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': 'billets.test',
        'x-forwarded-proto': 'http',
      },
    });
    expect(harness.service.lastRequest.headers['cookie']).toBeUndefined();
    expect(harness.service.lastRequest.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('forwards status, headers and body of the response, but no cookie of a service', async () => {
    harness.service.respond = (_seen, response) => {
      response.writeHead(418, {
        'content-type': 'text/plain',
        etag: '"v1"',
        'set-cookie': 'a=1',
        'x-powered-by': 'x',
      });
      response.end('short and stout');
    };
    const response = await harness.fetch('/app-api/configuration/spectacles/1');
    expect(response.status).toBe(418);
    expect(await response.text()).toBe('short and stout');
    expect(response.headers.get('etag')).toBe('"v1"');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  describe('security headers', () => {
    const expected = {
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera'),
    };
    const data = {
      ...expected,
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    };
    const headersOf = async (path: string, headers: Record<string, string> = {}) =>
      Object.fromEntries((await harness.fetch(path, { headers })).headers);

    it('are set on responses of services', async () => {
      expect(await headersOf('/app-api/configuration/spectacles')).toMatchObject(data);
      expect(await headersOf('/b/api/crm/tiers', staff)).toMatchObject(data);
    });

    it('keep the own policy of a file and allow embedding it elsewhere', async () => {
      harness.service.respond = (_seen, response) =>
        response.writeHead(200, { 'content-type': 'image/png', 'content-security-policy': 'sandbox' }).end();
      const headers = await headersOf('/app-api/files/1');
      expect(headers).toMatchObject({ ...expected, 'content-security-policy': 'sandbox' });
      expect(headers['cross-origin-resource-policy']).toBeUndefined();
    });

    it('are set on refusals, problems and responses of the gateway itself', async () => {
      for (const path of ['/b/api/crm/tiers', '/b//x', '/app-api/session', '/nothing', '/health/live'])
        expect(await headersOf(path)).toMatchObject(expected);
      expect(await headersOf('/b/api/crm/tiers')).toMatchObject(data);
    });
  });

  it.each([256, 16_384, 16_385, 100_000])('forwards %i bytes of any value as they are', async (size) => {
    const bytes = Buffer.from(Array.from({ length: size }, (_, index) => index % 256));
    harness.service.respond = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': String(size) });
      response.end(bytes);
    };
    const response = await harness.fetch('/app-api/configuration/spectacles/1');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('sends HEAD and 304 responses without a body', async () => {
    harness.service.respond = (_seen, response) => response.writeHead(304, { etag: '"v1"' }).end();
    const response = await harness.fetch('/app-api/configuration/spectacles/1', { method: 'HEAD' });
    expect(response.status).toBe(304);
  });

  describe('tokens', () => {
    it.each([
      ['no token', undefined, 'security.not-authenticated', 'Please log in.'],
      ['no bearer', 'Basic YTpi', 'security.not-authenticated', 'Please log in.'],
      ['nonsense', 'Bearer nonsense', 'security.session-expired', 'The session has expired.'],
    ])('%s: returns 401 without calling the service', async (_name, authorization, code, detail) => {
      const response = await harness.fetch('/b/api/crm/tiers?locale=en', {
        headers: authorization ? { authorization } : {},
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(response.headers.get('content-type')).toMatch('application/problem+json');
      expect(await response.json()).toMatchObject({
        type: `/problems/${code}`,
        status: 401,
        code,
        detail,
        instance: '/b/api/crm/tiers',
      });
      expect(harness.service.requests).toHaveLength(0);
    });

    it('refuses a token for another audience', async () => {
      const headers = { authorization: `Bearer ${await harness.staffToken('account')}` };
      expect((await harness.fetch('/b/api/crm/tiers', { headers })).status).toBe(401);
    });

    it('requires a token even for unknown paths', async () => {
      expect((await harness.fetch('/b/api/nothing-here')).status).toBe(401);
      expect((await harness.fetch('/b/api/nothing-here', { headers: staff })).status).toBe(404);
    });

    it('forwards 403 of the service that checks the rights', async () => {
      harness.service.respond = (_seen, response) =>
        response
          .writeHead(403, { 'content-type': 'application/problem+json' })
          .end('{"code":"security.insufficient-privilege"}');
      const response = await harness.fetch('/b/api/crm/tiers', { headers: staff });
      expect(response.status).toBe(403);
      expect(await response.json()).toEqual({ code: 'security.insufficient-privilege' });
    });
  });

  describe('limits', () => {
    const post = (body: NonNullable<RequestInit['body']>, extra: RequestInit = {}) =>
      harness.fetch('/b/api/crm/tiers', { method: 'POST', headers: staff, body, ...extra });

    it('refuses a body whose Content-Length is too large', async () => {
      const response = await post('x'.repeat(1001));
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: 'request.too-large' });
      expect(harness.service.requests).toHaveLength(0);
    });

    it('stops a body of unknown length at the limit', async () => {
      const endless = new ReadableStream({
        start(controller) {
          for (let part = 0; part < 20; part += 1)
            controller.enqueue(new TextEncoder().encode('x'.repeat(100)));
          controller.close();
        },
      });
      const response = await post(endless, { duplex: 'half' });
      expect(response.status).toBe(413);
    });

    it('accepts larger bodies for file uploads', async () => {
      const upload = { method: 'POST', headers: staff, body: 'x'.repeat(5000) };
      expect((await harness.fetch('/b/api/core/files', upload)).status).toBe(200);
      expect(harness.service.lastRequest.body).toHaveLength(5000);
    });

    it.each(['/b/api/crm/../core/users', '/b/api//crm', '/b/api/%2e%2e/x', '/app-api/configuration\\x'])(
      'refuses the ambiguous path %s',
      async (path) => {
        const [status] = await raw(
          harness.gateway.port,
          `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        );
        expect(status).toBe('HTTP/1.1 400 Bad Request');
        expect(harness.service.requests).toHaveLength(0);
      },
    );
  });

  describe('a failing service', () => {
    it('returns 503 after the timeout when the service hangs', async () => {
      harness.service.respond = () => undefined;
      const response = await harness.fetch('/app-api/configuration/spectacles/1?locale=fr');
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.json()).toMatchObject({
        code: 'service.unavailable',
        detail: 'Le service est momentanément indisponible, veuillez réessayer dans un instant.',
      });
    });

    it('cuts the response when the service breaks off, so that the client sees an error', async () => {
      harness.service.respond = (_seen, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half');
        setImmediate(() => response.destroy());
      };
      const response = await harness.fetch('/app-api/configuration/spectacles/1');
      await expect(response.text()).rejects.toThrow();
    });

    it('retries a read when a kept-alive connection was closed', async () => {
      let calls = 0;
      harness.service.respond = (_seen, response, request) => {
        calls += 1;
        if (calls === 1) request.socket.destroy();
        else response.end('{}');
      };
      expect((await harness.fetch('/app-api/configuration/spectacles/1')).status).toBe(200);
      expect(calls).toBe(2);
    });

    it('never retries a change', async () => {
      let calls = 0;
      harness.service.respond = (_seen, _response, request) => {
        calls += 1;
        request.socket.destroy();
      };
      const response = await harness.fetch('/app-api/prestiscene/reservations/cart/pay', {
        method: 'POST',
        body: '{}',
      });
      expect(response.status).toBe(503);
      expect(calls).toBe(1);
    });
  });

  describe('streams', () => {
    /** Of a performance of its own in each test: the stream of another test may still be open. */
    let path: string;
    beforeEach(() => {
      path = `/app-api/configuration/representations/${randomUUID()}/events`;
    });
    type Reader = ReadableStreamDefaultReader<string>;
    const openStream = async (signal?: AbortSignal): Promise<Reader> => {
      const response = await harness.fetch(path, { signal });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      expect((await reader.read()).value).toMatch(/^retry: \d{4}\n\n$/);
      return reader;
    };
    /** A service that counts the streams that it opens and sends text on the last one. */
    const streamingService = () => {
      const opened: ServerResponse[] = [];
      harness.service.respond = (_seen, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 3000\n\n');
        opened.push(response);
      };
      return { opened, send: (text: string) => void opened.at(-1)?.write(text) };
    };

    it('opens one stream to the service for all clients and sends each of them every event', async () => {
      const { opened, send } = streamingService();
      const leaving = new AbortController();
      const first = await openStream(leaving.signal);
      const second = await openStream(leaving.signal);
      expect(opened).toHaveLength(1);
      const hungUp = once(opened[0]!, 'close');
      for (const text of ['event: seats\ndata: {}\n\n', ': still here\n\n']) {
        send(text);
        expect([(await first.read()).value, (await second.read()).value]).toEqual([text, text]);
      }
      // Half an event waits for its end, so that a client that joins now receives whole events only.
      send('event: seats\nda');
      const third = await openStream(leaving.signal);
      send('ta: 1\n\n');
      for (const reader of [first, second, third])
        expect((await reader.read()).value).toBe('event: seats\ndata: 1\n\n');
      leaving.abort();
      await hungUp;
    });

    it('asks the service as nobody, since the stream is for everybody', async () => {
      streamingService();
      const leaving = new AbortController();
      await harness.fetch(path, {
        signal: leaving.signal,
        headers: { 'cart-token': 'mine', authorization: 'Bearer mine' },
      });
      const seen = harness.service.requests.at(-1)!.headers;
      expect([seen['cart-token'], seen.authorization]).toEqual([undefined, undefined]);
      leaving.abort();
    });

    it('ends with the stream of the service, and the next client opens another one', async () => {
      const { opened } = streamingService();
      const reader = await openStream();
      opened[0]!.destroy();
      expect((await reader.read()).done).toBe(true);
      const leaving = new AbortController();
      await openStream(leaving.signal);
      expect(opened).toHaveLength(2);
      leaving.abort();
    });

    it.each([
      [404, 404],
      [500, 503],
    ])('of a service that answers %i is refused with %i, each time', async (answered, refused) => {
      harness.service.respond = (_seen, response) => response.writeHead(answered).end();
      expect((await harness.fetch(path)).status).toBe(refused);
      expect((await harness.fetch(path)).status).toBe(refused);
    });

    it('aborts the request to the service when the client disconnects before the response', async () => {
      const closed = new Promise<unknown>((resolve) => {
        harness.service.respond = (_seen, response) => {
          response.once('close', resolve);
          call.destroy();
        };
      });
      const call = httpRequest(`${harness.url}/app-api/configuration/spectacles/1`);
      call.on('error', () => undefined).end();
      await closed;
    });
  });

  it('finishes running requests when it stops', async () => {
    const other = await startHarness();
    let finish: () => void = () => undefined;
    other.service.respond = (_seen, response) => {
      finish = () => response.end('late');
    };
    const answer = other.fetch('/app-api/configuration/spectacles/1');
    while (other.service.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const stopped = other.gateway.stop();
    finish();
    expect(await (await answer).text()).toBe('late');
    await stopped;
    await expect(other.fetch('/health/live')).rejects.toThrow();
    await other.stop();
  });
});

/** Sends raw bytes; returns the first line and all of the response. */
async function raw(port: number, text: string): Promise<[string, string]> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const answer = Buffer.concat(chunks).toString();
  return [answer.split('\r\n', 1)[0] ?? '', answer];
}
