import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { PageBytes } from './byte-budget.mjs';

export interface LoadedFile {
  url: string;
  kind: 'page' | 'scripts' | 'styles' | 'fonts' | 'data';
  bytes: number;
}

export interface VisitOptions {
  screen?: 'phone' | 'desktop';
  /** A slow mobile network and a quarter of the processor. */
  isSlow?: boolean;
  /** `Accept-Encoding` of every request. */
  coding?: string;
  /** Receives what is loaded, while it is. */
  files?: LoadedFile[];
  context?: BrowserContext;
  prepare?: (page: Page) => Promise<unknown>;
  /** What the visitor does once the page is complete; presses are timed. */
  act?: (page: Page) => Promise<void>;
}

export interface Visit {
  bytes: PageBytes & { data: number };
  files: LoadedFile[];
  /** Milliseconds until the largest content was painted, and what it was. */
  lcp: number;
  lcpElement: string;
  cls: number;
  /** Longest press, in ms. */
  inp: number;
}

export declare function visitPage(browser: Browser, address: string, options?: VisitOptions): Promise<Visit>;
