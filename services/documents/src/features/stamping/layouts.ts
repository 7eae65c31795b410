import { createHash } from 'node:crypto';
import type { PageWithPlaces, Place } from '@coulisse/templates/place';
import { layoutObstacle, layoutPage } from './layout-page';
import { LayoutError, prepareLayout } from './prepare-layout';
import type { PreparedLayout } from './prepared-layout';
import type { Typefaces } from './typeface';

export interface LayoutSettings {
  /** Bytes of layouts that are kept. */
  readonly bytes: number;
  /** For how long pages of the same origin are printed whole after one whose layout could not be stamped. */
  readonly pauseMs: number;
}

export const LAYOUT_SETTINGS: LayoutSettings = { bytes: 64 * 1024 * 1024, pauseMs: 10 * 60_000 };
const MOST_PAUSES = 1_000;
/** Of an object of ten fields, five of them boxed numbers. */
const BYTES_OF_SLOT = 200;

interface Entry {
  readonly layout: PreparedLayout | null;
  readonly bytes: number;
}

/**
 * Layouts that were printed, by the hash of their HTML and of the look of their places: another template, another
 * performance, or anything of an order outside the places is another layout.
 */
export class Layouts {
  private readonly printing = new Map<string, Promise<PreparedLayout | null>>();
  private readonly kept = new Map<string, Entry>();
  private readonly pauses = new Map<string, number>();
  private bytes = 0;

  constructor(
    private readonly typefaces: Typefaces,
    private readonly settings: LayoutSettings,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * The layout of a page, printed when it is not there; null when it cannot be stamped.
   * @param origin Whose pages these are: of one service, tenant and kind.
   * @param print Called once for pages that arrive together.
   * @param refused Told why a layout cannot be stamped.
   */
  async of(
    origin: string,
    page: PageWithPlaces,
    print: (html: string) => Promise<Buffer>,
    refused: (reason: string) => void,
  ): Promise<PreparedLayout | null> {
    const html = layoutPage(page);
    const key = keyOf(html, page.places);
    const entry = this.kept.get(key);
    if (entry) {
      this.keep(key, entry.layout);
      return entry.layout;
    }
    if ((this.pauses.get(origin) ?? 0) > this.now()) return null;
    let printing = this.printing.get(key);
    if (!printing) {
      printing = this.prepare(origin, html, page, print, refused).then((layout) => {
        this.keep(key, layout);
        return layout;
      });
      this.printing.set(key, printing);
      void printing.catch(() => null).then(() => this.printing.delete(key));
    }
    return printing;
  }

  private async prepare(
    origin: string,
    html: string,
    page: PageWithPlaces,
    print: (html: string) => Promise<Buffer>,
    refused: (reason: string) => void,
  ): Promise<PreparedLayout | null> {
    try {
      const obstacle = layoutObstacle(page);
      if (obstacle) throw new LayoutError(obstacle);
      return await prepareLayout(await print(html), page.places, this.typefaces);
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error;
      // Its layouts may differ with each order: without a pause, each of them would be printed twice.
      this.pause(origin);
      refused(error.message);
      return null;
    }
  }

  private pause(origin: string): void {
    const [oldest] = this.pauses.keys();
    if (this.pauses.size >= MOST_PAUSES && oldest !== undefined) this.pauses.delete(oldest);
    this.pauses.set(origin, this.now() + this.settings.pauseMs);
  }

  /** As the latest used; the longest unused ones go when there are too many. */
  private keep(key: string, layout: PreparedLayout | null): void {
    this.drop(key);
    const bytes = key.length + (layout ? layout.pdf.length + layout.slots.length * BYTES_OF_SLOT : 0);
    this.kept.set(key, { layout, bytes });
    this.bytes += bytes;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.settings.bytes) break;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const entry = this.kept.get(key);
    if (!entry) return;
    this.kept.delete(key);
    this.bytes -= entry.bytes;
  }
}

const lookOf = (place: Place): unknown =>
  place.kind === 'text' ? { kind: place.kind, style: place.style } : { kind: place.kind, size: place.size };

const keyOf = (html: string, places: readonly Place[]): string =>
  createHash('sha256')
    .update(html)
    .update(JSON.stringify(places.map(lookOf)))
    .digest('base64url');
