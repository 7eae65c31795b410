import type { Browser, Page } from 'playwright-core';
import { visitPage } from '../load/lib/page-visit.mjs';
import { ADMINISTRATOR } from '../support/staff';
import { fromStack, stackUrl } from '../support/stack';
import { submitLogin } from './browser';

interface LoadedFile {
  url: string;
  /** `page`, `scripts`, `styles`, `fonts` or `data`. */
  kind: string;
  bytes: number;
}

export interface StaffVisit {
  /** What was loaded from the address of a list until it was there. */
  first: LoadedFile[];
  /** What was loaded after that, while nobody did anything. */
  idle: LoadedFile[];
}

/** So long nothing is done after the list is there: longer than any idle callback waits. */
const IDLE_MS = 8_000;
const QUIET_MS = 1_500;

/** Data of the tenant are not counted, for they differ; neither are pictures, nor what the login page needs. */
const isCounted = ({ url }: LoadedFile): boolean =>
  url.startsWith(stackUrl()) && !url.startsWith(`${stackUrl()}/b/api/`) && !url.endsWith('.svg');

/** Each file once: after the login, the browser takes those of the portal from its cache. */
const counted = (files: readonly LoadedFile[]): LoadedFile[] => [
  ...new Map(files.filter(isCounted).map((file) => [file.url, file])).values(),
];

/** The oldest first, which are those of the demo: a foreign telephone number of another test would load the formats of all countries. */
const LIST = '/b/crm/tiers?sort=createdAt';

/** Opens the address of the list of third parties and logs in; `prepare` may change what is loaded. */
export async function visitStaff(
  browser: Browser,
  prepare?: (page: Page) => Promise<void>,
  whileIdle?: (page: Page) => Promise<unknown>,
): Promise<StaffVisit> {
  const files: LoadedFile[] = [];
  let until = 0;
  const act = async (page: Page) => {
    await submitLogin(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
    await page.getByRole('grid').locator('tbody tr').first().waitFor();
    await page.waitForTimeout(QUIET_MS);
    until = files.length;
    await whileIdle?.(page);
    await page.waitForTimeout(IDLE_MS);
  };
  await visitPage(browser, `${stackUrl()}${LIST}`, {
    screen: 'desktop',
    coding: 'gzip',
    files,
    prepare,
    act,
  });
  const first = counted(files.slice(0, until));
  const before = new Set(first.map(({ url }) => url));
  return { first, idle: counted(files.slice(until)).filter(({ url }) => !before.has(url)) };
}

/** Bytes by kind, in the form in which the budgets are checked; texts and outlines count as scripts. */
export function bytesOf(files: readonly LoadedFile[]) {
  const of = (...kinds: string[]) =>
    files.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0);
  return { page: of('page'), scripts: of('scripts', 'data'), styles: of('styles'), fonts: of('fonts') };
}
