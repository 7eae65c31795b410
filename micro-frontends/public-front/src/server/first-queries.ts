import { matchPath } from '../routing/match-path';
import {
  formulasQuery,
  performanceQuery,
  showQuery,
  showsQuery,
  theatreQuery,
  theatresQuery,
} from '../api/queries';
import type { Performance, Show, Theatre } from '../api/types';

interface PublicQuery {
  queryKey: readonly unknown[];
  meta?: Record<string, unknown>;
}

interface FirstPage {
  queries: readonly PublicQuery[];
  /** The theatre of the page, from the data of its first query. */
  theatreOf: (data: unknown) => Theatre | null;
  /** Scripts of the page itself, by their name in the build. */
  chunks: readonly string[];
  /** Their styles stand in the page. */
  hasInlineStyles?: true;
}

const PAGES: Readonly<Record<string, (parameter: string) => FirstPage>> = {
  '/': () => ({ queries: [theatresQuery], theatreOf: () => null, chunks: ['home'], hasInlineStyles: true }),
  '/theatres/:parameter': (slug) => ({
    queries: [theatreQuery(slug), showsQuery(slug)],
    theatreOf: (data) => data as Theatre,
    chunks: ['theatre'],
    hasInlineStyles: true,
  }),
  '/spectacles/:parameter': (id) => ({
    queries: [showQuery(id)],
    theatreOf: (data) => (data as Show).organiser,
    chunks: ['show'],
    hasInlineStyles: true,
  }),
  '/reservations/cart/add/:parameter': (id) => ({
    queries: [performanceQuery(id), formulasQuery(id)],
    theatreOf: (data) => (data as Performance).organiser,
    chunks: ['seats'],
  }),
};

/** What a page shows first; undefined for pages of one visitor, which the browser renders alone. */
export function firstPage(path: string): FirstPage | undefined {
  for (const [pattern, page] of Object.entries(PAGES)) {
    const match = matchPath(pattern, path);
    if (match) return page(match['parameter'] ?? '');
  }
  return undefined;
}
