/**
 * The box office inside the pages of a theatre's own site: `<coulisse-tickets>` shows the public front in a frame below
 * `/app/embed/<theatre or show>`.
 */

const EMBEDDED = /^\/app\/embed\/([\w-]{1,80})(?=\/|$)/;

/** The path below which a page is embedded, and the theatre (or a show of it) that embeds it. */
export interface EmbeddedBase {
  base: string;
  key: string;
}

/** Null for a page that stands alone. */
export function embeddedBase(path: string): EmbeddedBase | null {
  const match = EMBEDDED.exec(path);
  return match?.[1] === undefined ? null : { base: match[0], key: match[1] };
}

/** Where the sites that may embed the pages of a theatre are read, by its id, its short name or an id of its shows. */
export const embeddingPath = (key: string): string =>
  `/app-api/configuration/saas-customers/${encodeURIComponent(key)}/embedding`;

export interface Embedding {
  /** Id of the theatre. */
  theatre: string;
  /** Origins of the sites that may embed its pages. */
  origins: readonly string[];
}

const PUBLIC_SITE =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])(?::\d{1,5})?$/;
/** The machine of who builds the site: browsers trust it without https. */
const OWN_MACHINE = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

/**
 * Whether a text is the origin of a site, as browsers write it: https, in lower case, without a path. Only such a text may
 * stand in a content security policy.
 */
export function isEmbeddingOrigin(text: string): boolean {
  if (text.length > 200 || !(PUBLIC_SITE.test(text) || OWN_MACHINE.test(text))) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}

/** What an embedded page says to the page around it. */
export type FrameMessage =
  | { type: 'coulisse:ready' }
  | { type: 'coulisse:height'; height: number }
  /** Another page is shown: its top should be in view. */
  | { type: 'coulisse:page' };
