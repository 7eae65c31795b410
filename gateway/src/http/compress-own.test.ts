import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { compressOwn } from './compress-own';

const TEXTS = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`text.${index}`, 'Une phrase.']));

describe('own answers of the gateway', () => {
  let server: Server;

  beforeAll(async () => {
    const app = express();
    app.set('etag', 'weak');
    app.use('/data', compressOwn);
    app.get('/data/texts', (_request, response) => void response.set('ETag', '"7"').json(TEXTS));
    app.get(
      '/data/script',
      (_request, response) => void response.type('text/javascript').send('seats();\n'.repeat(500)),
    );
    app.get('/data/small', (_request, response) => void response.json({ ok: true }));
    app.get('/data/cookie', (_request, response) => void response.cookie('sid', '1').json(TEXTS));
    app.get(
      '/data/picture',
      (_request, response) => void response.type('image/png').send(Buffer.alloc(4_000)),
    );
    app.get('/session', (_request, response) => void response.json(TEXTS));
    server = createServer(app).listen(0);
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  async function get(path: string, headers: Record<string, string> = { 'accept-encoding': 'gzip' }) {
    const { port } = server.address() as AddressInfo;
    const sent = httpRequest({ port, path, headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return { response, body: Buffer.concat(chunks) };
  }
  const codingOf = async (path: string) => (await get(path)).response.headers['content-encoding'];

  it('are compressed as the client accepts', async () => {
    const { response, body } = await get('/data/texts');
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(response.headers['content-type']).toMatch('application/json');
    expect(Number(response.headers['content-length'])).toBe(body.length);
    expect(JSON.parse(gunzipSync(body).toString())).toEqual(TEXTS);
    const brotli = await get('/data/script', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(brotli.body).toString()).toMatch(/^seats\(\);/);
  });

  it('are sent as they are to a client that accepts no coding, and say that they vary', async () => {
    const { response, body } = await get('/data/texts', {});
    expect(response.headers).toMatchObject({ vary: 'Accept-Encoding', etag: '"7"' });
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body.toString())).toEqual(TEXTS);
  });

  it('have a weak ETag, which a client may send back', async () => {
    const { response } = await get('/data/texts');
    expect(response.headers.etag).toBe('W/"7"');
    const again = await get('/data/texts', { 'accept-encoding': 'gzip', 'if-none-match': 'W/"7"' });
    expect([again.response.statusCode, again.body.length]).toEqual([304, 0]);
  });

  it.each(['/data/small', '/data/cookie', '/data/picture', '/session'])(
    '%s is not compressed',
    async (path) => expect(await codingOf(path)).toBeUndefined(),
  );
});
