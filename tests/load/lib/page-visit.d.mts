import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { PageBytes } from './byte-budget.mjs';

export interface VisitOptions {
  screen?: 'phone' | 'desktop';
  /** A slow mobile network and a quarter of the processor. */
  isSlow?: boolean;
  /** `Accept-Encoding` of every request. */
  coding?: string;
  context?: BrowserContext;
  /** Receives what is loaded, while it is. */
  files?: Visit['files'];
  prepare?: (page: Page) => Promise<void>;
  /** What the visitor does once the page is complete; presses are timed. */
  act?: (page: Page) => Promise<void>;
}

export interface Visit {
  bytes: PageBytes & { data: number };
  files: { url: string; kind: string; bytes: number }[];
  /** Milliseconds until the largest content was painted, and what it was. */
  lcp: number;
  lcpElement: string;
  cls: number;
  /** Longest press, in ms. */
  inp: number;
}

export declare function visitPage(browser: Browser, address: string, options?: VisitOptions): Promise<Visit>;
