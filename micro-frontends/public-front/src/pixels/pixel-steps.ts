import type { PixelStep } from '@coulisse/contracts/tracking-pixels';
import { matchPath } from '../routing/match-path';

const STEPS: readonly [pattern: string, step: PixelStep][] = [
  ['/theatres/:slug', 'THEATRE'],
  ['/spectacles/:id', 'SHOW'],
  ['/reservations/cart/add/:performanceId', 'SEATS'],
];

/**
 * The step that a page is of; null for pages that no other site may count. What is paid is known to the page of its
 * result alone, which shows `PaidPixel`.
 */
export function stepOfPage(pathname: string, theatre: { slug: string }): PixelStep | null {
  for (const [pattern, step] of STEPS) {
    const match = matchPath(pattern, pathname);
    // The page of another theatre, which is still to come.
    if (match?.['slug'] !== undefined && match['slug'] !== theatre.slug) return null;
    if (match) return step;
  }
  return null;
}
