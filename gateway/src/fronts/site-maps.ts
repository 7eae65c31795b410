import type { Response, Router } from 'express';
import type { Logger } from 'pino';
import { strictRouter } from '../http/strict-router';
import { originOf, siteOfRequest } from '../hosts/request-site';
import { MissingRecord, type ReadPublic } from './public-pages';

export interface SiteMapOptions {
  read: ReadPublic;
  /** Of the addresses in the maps. */
  origin: string;
  log: Logger;
}

const CATALOGUE = '/app-api/configuration';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Search engines read them once a day; a show that is new today can wait for an hour. */
const CACHE = 'public, max-age=3600';

interface Items<T> {
  items: T[];
}

/** What belongs to one visitor or to the staff is not for search engines; posters are below the API. */
const robots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /b/',
    'Disallow: /app-api/',
    'Disallow: /app/reservations/',
    'Disallow: /app/account/',
    'Disallow: /app/o',
    'Allow: /app-api/files/',
    'Allow: /app-api/configuration/spectacles/',
    `Sitemap: ${origin}/app/sitemap.xml`,
    '',
  ].join('\n');

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const xmlOf = (root: string, child: string, addresses: readonly string[]): string => {
  const entries = addresses.map((address) => `<${child}><loc>${escapeXml(address)}</loc></${child}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${entries.join('')}</${root}>\n`;
};

/** `/robots.txt`, `/app/sitemap.xml` and one map for each theatre: its page, and those of the shows that it lists. */
export function siteMaps({ read, origin: publicOrigin, log }: SiteMapOptions): Router {
  const router = strictRouter();
  const send = (response: Response, type: string, text: string) =>
    response.set('Cache-Control', CACHE).type(type).send(text);

  async function sendMap(response: Response, map: () => Promise<string>): Promise<void> {
    try {
      send(response, 'application/xml', await map());
    } catch (error) {
      if (!(error instanceof MissingRecord)) log.warn({ err: error }, 'pages.no_site_map');
      // A search engine comes again after 503, and forgets the map after 404.
      response.status(error instanceof MissingRecord ? 404 : 503).end();
    }
  }

  router.get('/robots.txt', (request, response) =>
    send(response, 'text/plain', robots(originOf(request, publicOrigin))),
  );
  router.get('/app/sitemap.xml', (request, response) =>
    sendMap(response, async () => {
      const origin = originOf(request, publicOrigin);
      const theatre = siteOfRequest(request)?.theatre?.id;
      const { items } = (await read(`${CATALOGUE}/saas-customers`, 'fr', theatre)) as Items<{ slug: string }>;
      const maps = items.map(({ slug }) => `${origin}/app/theatres/${encodeURIComponent(slug)}/sitemap.xml`);
      return xmlOf('sitemapindex', 'sitemap', maps);
    }),
  );
  router.get('/app/theatres/:slug/sitemap.xml', (request, response) =>
    sendMap(response, async () => {
      const origin = originOf(request, publicOrigin);
      const theatre = siteOfRequest(request)?.theatre?.id;
      const slug = encodeURIComponent(request.params.slug);
      const path = `${CATALOGUE}/spectacles/by-saas-customer/${slug}`;
      const { items } = (await read(path, 'fr', theatre)) as Items<{ id: string }>;
      const shows = items.map(({ id }) => `${origin}/app/spectacles/${id}`);
      return xmlOf('urlset', 'url', [`${origin}/app/theatres/${slug}`, ...shows]);
    }),
  );
  return router;
}
