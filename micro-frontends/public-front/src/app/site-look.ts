import type { Site } from '../api/types';

/**
 * The theme that a theatre chose for its pages: `data-look` of the page, which counts more than the visitor's choice.
 * Its own colour stands on white.
 */
export const lookOf = (site: Site | undefined): 'light' | 'dark' | undefined =>
  site?.frontMode && (site.frontMode === 'DARK' ? 'dark' : 'light');
