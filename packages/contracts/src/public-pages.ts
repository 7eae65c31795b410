/** A page as HTML, and its inline elements, whose digests its content security policy names. */
export interface RenderedPage {
  html: string;
  styles: readonly string[];
  scripts: readonly string[];
}

/**
 * What the build of the public front gives the gateway (`dist/.server/page.cjs`, function `openPages`): pages that every
 * visitor sees alike are rendered with their data before they are sent. Paths begin with `/app`; `origin` is that of the
 * addresses which pages name in full.
 */
export interface PublicPages {
  /** A path with the part of its query that the page depends on, always written alike. */
  placeOf(path: string, query: string): string;
  /** The page that the browser renders alone. */
  empty(language: string): RenderedPage;
  /** Whether a place is a page with data that is the same for every visitor. */
  isRendered(path: string): boolean;
  /** Data of a page, by calls below `/app-api`; null for a path that is not rendered, and for what another theatre embeds. */
  load(path: string, read: (apiPath: string) => Promise<unknown>): Promise<object | null>;
  /** Whether what `load` returned is of a theatre under maintenance: the browser then shows its message. */
  isUnderMaintenance(data: object): boolean;
  /** The page with what `load` returned. The same data give the same page. */
  render(path: string, language: string, data: object): Promise<RenderedPage>;
}

/** Function `openPages` of that build. */
export type OpenPages = (options: { origin: string }) => PublicPages;
