import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expectedVersion, revalidated } from '@coulisse/service-kit/http';
import { Forwarder } from './forward';
import type * as Compression from './compression';

/** Every compressor that was created; named so that the mock below may use it. */
const mockCompressors: ReturnType<typeof Compression.compressor>[] = [];
jest.mock('./compression', () => {
  const actual = jest.requireActual<typeof Compression>('./compression');
  return {
    ...actual,
    compressor: (coding: 'br' | 'gzip') => {
      const created = actual.compressor(coding);
      mockCompressors.push(created);
      return created;
    },
  };
});

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const LONG = JSON.stringify({
  seats: Array.from({ length: 200 }, (_, number) => ({ number, state: 'FREE' })),
});
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const CHUNK = Buffer.from(randomBytes(48_000).toString('base64'));

const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port;
const sendJson = (
  response: ServerResponse,
  text: string,
  headers: Record<string, string> = {},
  status = 200,
) =>
  response
    .writeHead(status, { ...JSON_TYPE, 'content-length': String(Buffer.byteLength(text)), ...headers })
    .end(text);

async function until(isReached: () => boolean): Promise<void> {
  for (let left = 400; !isReached(); left -= 1) {
    if (left === 0) throw new Error('not reached in time');
    await pause(10);
  }
}

describe('a forwarded response', () => {
  let respond: Respond;
  let onForwarding: (response: ServerResponse) => void;
  let forwarded: Promise<void>[];
  const forwarder = new Forwarder({ timeoutMs: 5_000 });
  const service = createServer((request, response) => respond(request, response));
  const gateway = createServer((request, response) => {
    onForwarding(response);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => name !== 'host' && name !== 'connection'),
    ) as Record<string, string>;
    const target = { base: `http://127.0.0.1:${portOf(service)}` } as never;
    const call = { target, path: request.url ?? '/', headers, bodyLimit: 1_000 };
    const forwarding = forwarder.forward(request, response, call);
    // The server answers with a problem; here it is enough that the client sees no response.
    forwarded.push(forwarding.catch(() => void response.destroy()));
  });

  beforeAll(async () => {
    await Promise.all([service, gateway].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
  });
  afterAll(async () => {
    await forwarder.close();
    for (const server of [service, gateway]) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(() => {
    onForwarding = () => undefined;
    forwarded = [];
    mockCompressors.length = 0;
  });

  const open = async (headers: Record<string, string>, method = 'GET'): Promise<IncomingMessage> => {
    const call = httpRequest({ port: portOf(gateway), host: '127.0.0.1', headers, method });
    call.end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return response;
  };
  const get = async (headers: Record<string, string>, method = 'GET') => {
    const response = await open(headers, method);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  };

  it.each([
    ['gzip, deflate, br', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
  ])('for %s is compressed with %s', async (accepted, coding, decompress) => {
    respond = (_request, response) => sendJson(response, LONG);
    const { headers, body } = await get({ 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding', ...JSON_TYPE });
    expect(headers['content-length']).toBeUndefined();
    expect(body.length).toBeLessThan(LONG.length / 4);
    expect(decompress(body).toString()).toBe(LONG);
  });

  it.each([
    ['longer than one packet, with a length', true],
    ['of unknown length', false],
  ])('is compressed as it arrives: %s', async (_which, hasLength) => {
    const long = LONG.repeat(100);
    respond = (_request, response) => {
      if (hasLength) response.setHeader('content-length', long.length);
      response.writeHead(200, JSON_TYPE);
      response.write(long.slice(0, 100_000));
      setImmediate(() => response.end(long.slice(100_000)));
    };
    const { headers, body } = await get({ 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(body).toString()).toBe(long);
    await Promise.all(forwarded);
  });

  it('without a body of unknown length is a valid compressed body', async () => {
    respond = (_request, response) => {
      response.writeHead(200, JSON_TYPE).flushHeaders();
      response.end();
    };
    const { headers, body } = await get({ 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(body)).toHaveLength(0);
    await Promise.all(forwarded);
  });

  it('is sent as it is to a client that accepts no coding', async () => {
    respond = (_request, response) => sendJson(response, LONG, { etag: '"3"' });
    for (const accepted of [undefined, 'identity', 'gzip;q=0, br;q=0']) {
      const { headers, body } = await get(accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect(headers).toMatchObject({ 'content-length': String(LONG.length), etag: '"3"' });
      expect(headers['content-encoding']).toBeUndefined();
      expect(body.toString()).toBe(LONG);
    }
  });

  it('of 1,023 bytes is sent as it is, one of 1,024 is compressed', async () => {
    for (const size of [1_023, 1_024]) {
      respond = (_request, response) => sendJson(response, 'x'.repeat(size), { etag: '"3"' });
      const { headers, body } = await get({ 'accept-encoding': 'gzip' });
      const isSmall = size < 1_024;
      expect(headers['content-encoding']).toBe(isSmall ? undefined : 'gzip');
      expect([headers.vary, headers.etag]).toEqual(
        isSmall ? [undefined, '"3"'] : ['Accept-Encoding', 'W/"3"'],
      );
      expect((isSmall ? body : gunzipSync(body)).toString()).toBe('x'.repeat(size));
    }
  });

  it('that sets a cookie is not compressed, though the cookie is removed', async () => {
    respond = (_request, response) => sendJson(response, LONG, { 'set-cookie': 'a=1' });
    const { headers, body } = await get({ 'accept-encoding': 'gzip' });
    expect([headers['set-cookie'], headers['content-encoding']]).toEqual([undefined, undefined]);
    expect(body.toString()).toBe(LONG);
  });

  it('to HEAD has the headers of the service', async () => {
    respond = (_request, response) => sendJson(response, LONG);
    const { headers, body } = await get({ 'accept-encoding': 'gzip' }, 'HEAD');
    expect([headers['content-encoding'], headers['content-length']]).toEqual([
      undefined,
      String(LONG.length),
    ]);
    expect(body).toHaveLength(0);
  });

  it('of an event stream arrives event by event', async () => {
    let send: (text: string) => void = () => undefined;
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).flushHeaders();
      send = (text) => response.write(text);
    };
    const response = await open({ 'accept-encoding': 'gzip' });
    expect(response.headers['content-encoding']).toBeUndefined();
    for (const text of ['retry: 3000\n\n', `data: ${'x'.repeat(2_000)}\n\n`]) {
      send(text);
      const [chunk] = (await once(response, 'data')) as [Buffer];
      expect(chunk.toString()).toBe(text);
    }
    response.destroy();
  });

  describe('with an ETag', () => {
    it('of a version can be sent back as If-Match', async () => {
      const version = 3;
      respond = (request, response) => {
        if (request.method === 'GET') return sendJson(response, LONG, { etag: `"${version}"` });
        const isCurrent = expectedVersion(request.headers['if-match']) === version;
        return response.writeHead(isCurrent ? 204 : 409).end();
      };
      const { headers } = await get({ 'accept-encoding': 'gzip' });
      expect(headers.etag).toBe('W/"3"');
      expect((await get({ 'if-match': String(headers.etag) }, 'PATCH')).status).toBe(204);
      expect((await get({ 'if-match': 'W/"2"' }, 'PATCH')).status).toBe(409);
    });

    it('of a body can be sent back as If-None-Match; the 304 is forwarded as it is', async () => {
      respond = (request, response) => {
        const { body, options } = revalidated(JSON.parse(LONG), request.headers['if-none-match']);
        if (options.status === 304) response.writeHead(304, options.headers).end();
        else sendJson(response, JSON.stringify(body), options.headers);
      };
      const first = await get({ 'accept-encoding': 'gzip' });
      expect(first.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: 'Authorization, Accept-Language, Accept-Encoding',
      });
      const etag = String(first.headers.etag);
      const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': etag });
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers).toMatchObject({ etag: etag.slice(2), vary: 'Authorization, Accept-Language' });
      expect(again.headers['content-encoding']).toBeUndefined();
    });
  });

  it.each([
    ['of unknown length', {}],
    ['with a length', { 'content-length': '1000000' }],
  ])('%s that the service cuts is cut, not completed', async (_which, length) => {
    let cut = (): void => undefined;
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', ...length }).write(CHUNK);
      cut = () => response.destroy();
    };
    const response = await open({ 'accept-encoding': 'gzip' });
    expect(response.headers['content-encoding']).toBe('gzip');
    await once(response, 'data');
    cut();
    await expect(response.toArray()).rejects.toThrow('aborted');
    expect(response.complete).toBe(false);
    await Promise.all(forwarded);
    expect(mockCompressors.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  describe('of a slow client', () => {
    /** 60 MB, of which as much is sent as the gateway takes. */
    const endless: Respond = (_request, response) => {
      let left = 1_000;
      const send = () => {
        while (left > 0 && !response.destroyed) {
          left -= 1;
          if (!response.write(CHUNK)) return;
        }
        response.end();
      };
      response.writeHead(200, { 'content-type': 'text/plain' }).on('drain', send);
      send();
    };

    it('waits in the service, not in the memory of the gateway; it is freed when the client leaves', async () => {
      let answer: ServerResponse | undefined;
      let isServiceClosed = false;
      onForwarding = (response) => (answer = response);
      respond = (request, response) => {
        response.once('close', () => (isServiceClosed = true));
        endless(request, response);
      };
      const response = await open({ 'accept-encoding': 'gzip' });
      response.pause();
      await until(() => mockCompressors.length === 1);
      const [compressor] = mockCompressors;
      const waiting = () =>
        compressor!.writableLength + compressor!.readableLength + (answer?.writableLength ?? 0);
      // The kernel takes some megabytes; then nothing moves any more.
      for (let before = -1; before !== compressor!.bytesWritten;) {
        before = compressor!.bytesWritten;
        await pause(200);
        expect(waiting()).toBeLessThan(300_000);
      }
      expect(compressor!.bytesWritten).toBeLessThan(50_000_000);
      expect(isServiceClosed).toBe(false);
      response.destroy();
      await until(() => isServiceClosed && compressor!.destroyed);
      await Promise.all(forwarded);
    }, 30_000);

    it('is freed when the client leaves after the service has sent everything', async () => {
      let isSent = false;
      onForwarding = (response) => {
        const write = response.write.bind(response) as (chunk: Buffer) => boolean;
        // As if the socket were full: the compressor waits for a drain that does not come.
        response.write = ((chunk: Buffer) => write(chunk) && false) as typeof response.write;
      };
      respond = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.write(CHUNK.subarray(0, 8_000));
        response.end(CHUNK.subarray(8_000, 20_000), () => (isSent = true));
      };
      const response = await open({ 'accept-encoding': 'gzip' });
      await until(() => isSent && mockCompressors[0]?.writableEnded === true);
      expect(mockCompressors[0]!.destroyed).toBe(false);
      response.destroy();
      await until(() => mockCompressors[0]!.destroyed);
      await Promise.all(forwarded);
    });
  });
});
