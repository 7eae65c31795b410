import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { embeddedBase } from '@coulisse/contracts/embedding';
import type { OpenPages } from '@coulisse/contracts/public-pages';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { type ContentCoding, preferredCoding } from '../http/accept-encoding';
import { siteOfRequest } from '../hosts/request-site';
import { languageOf } from '../joined/translations';
import type { Site } from '../hosts/own-hosts';
import { keepLatest } from './keep-latest';
import { EmbeddingOrigins } from './embedding-origins';
import { RETRY_SECONDS } from './maintenance';
import { PageCache, type ReadPublic, type ReadyPage } from './public-pages';
import { embeddedBy } from './security-headers';

export interface PublicFrontOptions {
  /** The build of the public front. */
  directory: string;
  /** Content security policy of a page with these inline elements. */
  policy: (page: Pick<ReadyPage, 'styles' | 'scripts'>) => string;
  read: ReadPublic;
  /** Of the addresses that pages name in full. */
  origin: string;
  log: Logger;
}

/** Hosts of theatres whose pages are ready at the same time. */
const MOST_HOSTS = 50;
const CODINGS: readonly ContentCoding[] = ['br', 'gzip'];
/** The language that a visitor chose (`texts/language.ts` of the public front). */
const LANGUAGE_COOKIE = /(?:^|;\s*)coulisse\.language=(fr|en)(?:;|$)/;

/** A browser may keep the headers of a page that has not changed: other sites that may embed it make it another one. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** Language of a page: that of its address, else the visitor's choice, else that of the browser. */
export function pageLanguage(request: Pick<Request, 'query' | 'headers'>): 'fr' | 'en' {
  const { lang } = request.query;
  if (lang === 'fr' || lang === 'en') return lang;
  const chosen = LANGUAGE_COOKIE.exec(request.headers.cookie ?? '')?.[1];
  return languageOf(chosen ?? request.headers['accept-language']);
}

/**
 * Pages of the public front as the server renders them (ADR 0057). They hold nothing of one visitor, so that they need
 * no nonce, and a browser that has one asks whether it changed. Leaves the request to the next handler when the build
 * has nothing to render with.
 */
export function publicFront({ directory, policy, read, origin, log }: PublicFrontOptions): RequestHandler {
  const program = join(directory, '.server', 'page.cjs');
  const load = createRequire(__filename);
  /** Digests of a page are computed once. */
  const policies = new WeakMap<ReadyPage, string>();
  const policyOf = (page: ReadyPage): string => {
    const text = policies.get(page) ?? policy(page);
    policies.set(page, text);
    return text;
  };
  const sites = new EmbeddingOrigins({ read, log });
  let current:
    { builtAt: number; openPages: OpenPages | undefined; caches: Map<string, PageCache> } | undefined;

  function loadPages(): OpenPages | undefined {
    try {
      delete load.cache[program];
      return (load(program) as { openPages: OpenPages }).openPages;
    } catch (error) {
      log.error({ err: error }, 'pages.not_loaded');
      return undefined;
    }
  }

  function openCache(openPages: OpenPages, at: string, theatre: string | undefined): PageCache | undefined {
    try {
      return new PageCache({ pages: openPages({ origin: at }), read, log, theatre });
    } catch (error) {
      log.error({ err: error }, 'pages.not_loaded');
      return undefined;
    }
  }

  /** The pages of the build that is there now: a build replaces its folder under a running gateway. */
  async function pagesOfBuild(site: Site | undefined): Promise<PageCache | undefined> {
    const builtAt = await stat(program).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (builtAt === undefined) return undefined;
    if (current?.builtAt !== builtAt) {
      current = { builtAt, openPages: loadPages(), caches: new Map() };
    }
    const { openPages, caches } = current;
    if (!openPages) return undefined;
    const own = site?.theatre && site;
    const at = own?.url.origin ?? origin;
    // A host may pass from one theatre to another: the pages of the former one are not shown under it.
    const key = `${at} ${own?.theatre?.id ?? ''}`;
    const cache = caches.get(key) ?? openCache(openPages, at, own?.theatre?.id);
    if (!cache) return undefined;
    // The host that was opened longest ago makes place.
    keepLatest(caches, key, cache, MOST_HOSTS);
    return cache;
  }

  return async (request, response, next) => {
    const site = siteOfRequest(request);
    const cache = await pagesOfBuild(site);
    if (!cache) return next();
    const language = pageLanguage(request);
    const page = await cache.page(
      request.path,
      language,
      new URL(request.originalUrl, site?.url ?? origin).search,
    );
    const coding = preferredCoding(request.get('accept-encoding'), CODINGS);
    const embedded = page.status !== 404 ? embeddedBase(request.path) : null;
    if (embedded) {
      // Older than the policy, it knows no list of sites; and a site that isolates its pages may have this one.
      response.removeHeader('X-Frame-Options');
      response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    }
    const policyText = embedded ? embeddedBy(policyOf(page), await sites.of(embedded.key)) : policyOf(page);
    response
      .status(page.status)
      .set({
        'Cache-Control': 'public, no-cache',
        'Content-Language': language,
        'Content-Security-Policy': policyText,
        ETag: `W/"${page.digest}${embedded ? `-${digestOf(policyText)}` : ''}${coding ? `-${coding}` : ''}"`,
        Vary: 'Accept-Encoding, Accept-Language, Cookie',
        ...(coding && { 'Content-Encoding': coding }),
        ...(page.status === 503 && { 'Retry-After': String(RETRY_SECONDS) }),
      })
      .type('html')
      .send(page.bodies[coding ?? 'identity']);
  };
}
