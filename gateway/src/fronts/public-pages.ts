import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PublicPages, RenderedPage } from '@coulisse/contracts/public-pages';
import type { Logger } from 'pino';
import type { ContentCoding } from '../http/accept-encoding';
import { keepLatest } from './keep-latest';

/** What a page needs is there no more, or never was. */
export class MissingRecord extends Error {}

/** Reads public data of a service, of one theatre alone if it is given; rejects with `MissingRecord` for a 404. */
export type ReadPublic = (path: string, language: string, theatre?: string) => Promise<unknown>;

type PageStatus = 200 | 404 | 503;

export interface ReadyPage {
  status: PageStatus;
  /** Of the content; each coding adds its name. */
  digest: string;
  styles: readonly string[];
  scripts: readonly string[];
  bodies: Readonly<Record<ContentCoding | 'identity', Buffer>>;
}

interface KeptPage {
  page: ReadyPage;
  data: string;
  readAt: number;
}

export interface PageCacheOptions {
  pages: PublicPages;
  read: ReadPublic;
  log: Logger;
  now?: () => number;
  /** The only theatre that it shows. */
  theatre?: string | undefined;
}

/** For so long a page is sent as it is: many visitors who open it together cost one read. */
const FRESH_MS = 2_000;
/** Each has 60 to 100 kB in its three codings. */
const KEPT_PAGES = 200;
/** Of the host of one theatre. */
const KEPT_PAGES_OF_THEATRE = 20;
/** Of different pages; more visitors get the page that their browser renders. */
const PREPARED_AT_ONCE = 32;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

async function ready(status: PageStatus, { html, styles, scripts }: RenderedPage): Promise<ReadyPage> {
  const identity = Buffer.from(html);
  const [br, gzipped] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    deflate(identity, { level: 9 }),
  ]);
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  return { status, digest, styles, scripts, bodies: { identity, br, gzip: gzipped } };
}

/**
 * Public pages with their data, rendered once for all visitors. The data are read again after two seconds, the page is
 * rendered again when they have changed. Without the data, after any failure and under too much load the visitor gets
 * the page that the browser renders alone: it says what is wrong, and tries again.
 */
export class PageCache {
  private readonly kept = new Map<string, KeptPage>();
  private readonly prepared = new Map<string, Promise<ReadyPage>>();
  private readonly empty = new Map<string, Promise<ReadyPage>>();
  private readonly now: () => number;

  constructor(private readonly options: PageCacheOptions) {
    this.now = options.now ?? Date.now;
  }

  /** The page of a path with its query, which begins with a question mark unless it is empty. */
  async page(requested: string, language: string, query = ''): Promise<ReadyPage> {
    const { pages, log } = this.options;
    if (!pages.isRendered(requested)) return this.emptyPage(200, language);
    const path = pages.placeOf(requested, query);
    const key = `${language} ${path}`;
    const earlier = this.kept.get(key);
    if (earlier && this.now() - earlier.readAt < FRESH_MS) return earlier.page;
    try {
      return await (this.prepared.get(key) ?? this.begin(key, path, language));
    } catch (error) {
      if (error instanceof MissingRecord) return this.emptyPage(404, language);
      log.warn({ err: error, path }, 'pages.not_rendered');
      return this.emptyPage(200, language);
    }
  }

  private begin(key: string, path: string, language: string): Promise<ReadyPage> {
    if (this.prepared.size >= PREPARED_AT_ONCE) return this.emptyPage(200, language);
    const preparing = this.prepare(key, path, language).finally(() => this.prepared.delete(key));
    this.prepared.set(key, preparing);
    return preparing;
  }

  private async prepare(key: string, path: string, language: string): Promise<ReadyPage> {
    const { pages, read, theatre } = this.options;
    const readAt = this.now();
    const data = await pages.load(path, (apiPath) => read(apiPath, language, theatre));
    if (!data) throw new MissingRecord(path);
    const text = JSON.stringify(data);
    const earlier = this.kept.get(key);
    const isOpen = !pages.isUnderMaintenance(data);
    const render = async () =>
      isOpen ? ready(200, await pages.render(path, language, data)) : this.emptyPage(503, language);
    const page = earlier?.data === text ? earlier.page : await render();
    this.keep(key, { page, data: text, readAt });
    return page;
  }

  /** The page that was read longest ago makes place. */
  private keep(key: string, page: KeptPage): void {
    const most = this.options.theatre === undefined ? KEPT_PAGES : KEPT_PAGES_OF_THEATRE;
    keepLatest(this.kept, key, page, most);
  }

  private emptyPage(status: PageStatus, language: string): Promise<ReadyPage> {
    const key = `${status} ${language}`;
    const page = this.empty.get(key) ?? ready(status, this.options.pages.empty(language));
    this.empty.set(key, page);
    return page;
  }
}
