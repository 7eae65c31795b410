import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { staticFiles } from './static-files';

const SCRIPT = 'const seats = [];\n'.repeat(200);
const HASHED = '/static/js/index.0a1b2c3d4e.js';

describe('static files', () => {
  let directory: string;
  let server: Server;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'static-'));
    const write = async (path: string, content: string | Buffer) => {
      await mkdir(join(directory, path, '..'), { recursive: true });
      await writeFile(join(directory, path), content);
    };
    for (const path of [HASHED, '/both.css', '/only-gzip.json', '/stale.json', '/icon.svg']) {
      await write(path, SCRIPT);
      if (path !== '/only-gzip.json') await write(`${path}.br`, brotliCompressSync(SCRIPT));
      await write(`${path}.gz`, gzipSync(SCRIPT));
    }
    await write('/plain.js', 'short()');
    await write('/font.woff2', SCRIPT);
    await write('/font.woff2.br', 'never served');
    await write('/gone.js.br', brotliCompressSync(SCRIPT));
    await write('/secret.js', SCRIPT);
    await write('/public/page.js', SCRIPT);
    const longAgo = new Date('2020-01-01');
    for (const suffix of ['.br', '.gz'])
      await utimes(join(directory, `stale.json${suffix}`), longAgo, longAgo);
    const app = express();
    app.set('etag', 'weak');
    app.use('/app', staticFiles(directory));
    server = createServer(app);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true });
  });

  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const { port } = server.address() as AddressInfo;
    const call = httpRequest({ port, host: '127.0.0.1', path: `/app${path}`, headers, method });
    const [response] = (await once(call.end(), 'response')) as [IncomingMessage];
    const body = Buffer.concat((await response.toArray()) as Buffer[]);
    return { status: response.statusCode, headers: response.headers, body };
  };
  const accept = (coding: string) => ({ 'accept-encoding': coding });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('are compressed for %s with %s', async (accepted, coding, decompress) => {
    const { headers, body } = await get(HASHED, accept(accepted));
    expect(headers).toMatchObject({
      'content-encoding': coding,
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(decompress(body).toString()).toBe(SCRIPT);
  });

  it.each([undefined, 'identity', 'gzip;q=0, br;q=0', 'zstd'])(
    'are sent as they are for %s',
    async (accepted) => {
      const { headers, body } = await get(HASHED, accepted === undefined ? {} : accept(accepted));
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
      expect(headers['content-encoding']).toBeUndefined();
      expect(body.toString()).toBe(SCRIPT);
    },
  );

  it.each([HASHED, '/both.css', '/only-gzip.json', '/icon.svg'])(
    '%s has the same type with and without compression',
    async (path) => {
      const [plain, compressed] = [await get(path), await get(path, accept('br, gzip'))];
      expect(compressed.headers['content-encoding']).toBe(path === '/only-gzip.json' ? 'gzip' : 'br');
      expect(compressed.headers['content-type']).toBe(plain.headers['content-type']);
      expect(compressed.headers['cache-control']).toBe(plain.headers['cache-control']);
    },
  );

  it('have an ETag of their own for each coding, and are revalidated with it', async () => {
    const etags = new Set<string>();
    for (const coding of ['br', 'gzip', 'identity']) {
      const etag = String((await get('/both.css', accept(coding))).headers.etag);
      etags.add(etag);
      const again = await get('/both.css', { ...accept(coding), 'if-none-match': etag });
      expect([again.status, again.body.length, again.headers.vary]).toEqual([304, 0, 'Accept-Encoding']);
      expect(again.headers['content-encoding']).toBeUndefined();
      expect(again.headers['cache-control']).toBe('no-cache');
    }
    expect(etags.size).toBe(3);
    const [brotli] = etags;
    const other = await get('/both.css', { ...accept('gzip'), 'if-none-match': String(brotli) });
    expect(other.status).toBe(200);
  });

  it('are not taken from an earlier build', async () => {
    const { headers, body } = await get('/stale.json', accept('br, gzip'));
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe(SCRIPT);
  });

  it('are sent as they are when the build did not compress them', async () => {
    expect((await get('/plain.js', accept('br'))).body.toString()).toBe('short()');
    const font = await get('/font.woff2', accept('br'));
    expect([font.body.toString(), font.headers.vary]).toEqual([SCRIPT, undefined]);
  });

  it('answer HEAD without a body', async () => {
    const { headers, body } = await get(HASHED, accept('br'), 'HEAD');
    expect([headers['content-encoding'], body.length]).toEqual(['br', 0]);
  });

  it.each(['/gone.js', '/missing.js', '/public/%2e%2e/../../x.js', '/a%00.js'])(
    '%s is not served',
    async (path) => {
      const { status, headers } = await get(path, accept('br'));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers['content-encoding']).toBeUndefined();
    },
  );
});
