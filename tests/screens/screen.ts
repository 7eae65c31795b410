import type { Page } from 'playwright-core';

/** A screen of the product, and how it is reached. */
export interface Screen {
  /** File name of its pictures: `admin--crm-tiers-add`. */
  name: string;
  /** Whole address. */
  url: string;
  /** Demo login, or null for a visitor of the public front. */
  user: string | null;
  /** Selector of an element that is there when the screen is ready. */
  ready: string;
  /** Actions on the page that make the screen visible. */
  then?: (page: Page) => Promise<void>;
}
