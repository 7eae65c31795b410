import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pino from 'pino';
import { MissingRecord } from './public-pages';
import { siteMaps } from './site-maps';

const DATA: Record<string, unknown> = {
  '/app-api/configuration/saas-customers': { items: [{ slug: 'lumiere' }, { slug: 'a&b' }] },
  '/app-api/configuration/spectacles/by-saas-customer/lumiere': { items: [{ id: 's1' }, { id: 's2' }] },
};

describe('maps for search engines', () => {
  let server: Server;
  let isAway = false;
  const load = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

  beforeAll(async () => {
    const read = async (path: string) => {
      if (isAway) throw new Error('timeout');
      if (!(path in DATA)) throw new MissingRecord(path);
      return DATA[path];
    };
    const app = express().use(
      siteMaps({ read, origin: 'https://billets.test', log: pino({ level: 'silent' }) }),
    );
    server = createServer(app);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => (isAway = false));
  afterAll(() => server.close());

  it('name one map for each theatre, and in it its pages', async () => {
    const { status, type, text } = await load('/app/sitemap.xml');
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(addresses(text)).toEqual([
      'https://billets.test/app/theatres/lumiere/sitemap.xml',
      'https://billets.test/app/theatres/a%26b/sitemap.xml',
    ]);
    expect(addresses((await load('/app/theatres/lumiere/sitemap.xml')).text)).toEqual([
      'https://billets.test/app/theatres/lumiere',
      'https://billets.test/app/spectacles/s1',
      'https://billets.test/app/spectacles/s2',
    ]);
  });

  it('are gone with their theatre, and ask to come again while a service is away', async () => {
    expect((await load('/app/theatres/unknown/sitemap.xml')).status).toBe(404);
    isAway = true;
    expect((await load('/app/sitemap.xml')).status).toBe(503);
  });

  it('the rules keep pages of visitors and of the staff out', async () => {
    const { text } = await load('/robots.txt');
    expect(text).toContain('Disallow: /app/reservations/');
    expect(text).toContain('Disallow: /b/');
    expect(text).toContain('Sitemap: https://billets.test/app/sitemap.xml');
  });
});
