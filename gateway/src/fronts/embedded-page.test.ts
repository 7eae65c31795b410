import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import pino from 'pino';
import { publicFront } from './public-front';

/** A build whose pages are all the same. */
const PROGRAM = `exports.openPages = () => {
  const page = { html: '<p>page</p>', styles: [], scripts: [] };
  return {
    empty: () => page,
    placeOf: (path) => path,
    isUnderMaintenance: () => false,
    isRendered: (path) => path.endsWith('/spectacles/1') || path.endsWith('/spectacles/2'),
    load: async (path, read) => (path.endsWith('2') ? null : { embedding: await read('/app-api/x') }),
    render: async () => page,
  };
};`;

describe('pages of a frame', () => {
  const directory = mkdtempSync(join(tmpdir(), 'front-'));
  let origins: string[] = [];
  const read = jest.fn(() => Promise.resolve({ theatre: 't', origins }));
  const start = () => {
    const app = express();
    app.use((_request, response, next) => {
      response.set({ 'X-Frame-Options': 'SAMEORIGIN', 'Cross-Origin-Resource-Policy': 'same-origin' });
      next();
    });
    const policy = () => "default-src 'self'; frame-ancestors 'self'; base-uri 'none'";
    app.use(
      publicFront({
        directory,
        policy,
        read,
        origin: 'https://billetterie.example',
        log: pino({ level: 'silent' }),
      }),
    );
    return new Promise<Server>((resolve) => {
      const server = app.listen(0, '127.0.0.1', () => resolve(server));
    });
  };
  beforeAll(() => {
    mkdirSync(join(directory, '.server'));
    writeFileSync(join(directory, '.server/page.cjs'), PROGRAM);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  /** Headers of pages, asked of a gateway that knows nothing yet. */
  async function headersOf(path: string) {
    const server = await start();
    const { port } = server.address() as AddressInfo;
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    const of = (name: string) => headers.get(name);
    return {
      ancestors: /frame-ancestors ([^;]*)/.exec(of('content-security-policy') ?? '')?.[1],
      frameOptions: of('x-frame-options'),
      resources: of('cross-origin-resource-policy'),
      etag: of('etag'),
    };
  }
  const OWN = { ancestors: "'self'", frameOptions: 'SAMEORIGIN', resources: 'same-origin' };

  test('name the sites of their theatre, and are other pages when these change', async () => {
    origins = ['https://a.example'];
    const first = await headersOf('/app/embed/lumiere/spectacles/1');
    expect(first).toMatchObject({
      ancestors: "'self' https://a.example",
      frameOptions: null,
      resources: 'cross-origin',
    });
    origins = [];
    const then = await headersOf('/app/embed/lumiere/spectacles/1');
    expect(then.ancestors).toBe("'self'");
    expect(then.etag).not.toBe(first.etag);
  });

  test('pages that stand alone, and what another theatre embeds, are for no other site', async () => {
    origins = ['https://a.example'];
    expect(await headersOf('/app/spectacles/1')).toMatchObject(OWN);
    expect(await headersOf('/app/embed/lumiere/spectacles/2')).toMatchObject(OWN);
  });
});
