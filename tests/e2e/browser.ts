import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { stackUrl } from '../support/stack';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** A desktop and a phone, as the pictures of the interface have them. */
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** The system's own Chromium, without its background requests. */
export function launch(further: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? CANDIDATES.find((path) => existsSync(path));
  if (!executablePath) throw new Error('Chromium is not installed: `npm start` says how');
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
  ];
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...quiet, ...further] });
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Console errors of the page: any of them fails the test. */
  consoleErrors: string[];
}

export async function visitor(
  browser: Browser,
  viewport: { width: number; height: number },
  locale = 'fr-FR',
): Promise<Visitor> {
  const context = await browser.newContext({ viewport, locale, timezoneId: 'Europe/Paris' });
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  return { page, context, consoleErrors };
}

/** The staff portal, through Keycloak's own pages. */
export async function login(page: Page, user: string, password: string): Promise<void> {
  await page.goto(`${stackUrl()}/b`);
  await submitLogin(page, user, password);
}

/** Fills and sends Keycloak's own pages, one of which is open. */
export async function submitLogin(page: Page, user: string, password: string): Promise<void> {
  await page.fill('#username', user);
  if (!(await page.locator('#password').isVisible())) await page.click('[type=submit]');
  await page.fill('#password', password);
  await page.click('[type=submit]');
}

/** Another page of the portal by its address, as a bookmark would open it; the session stays Keycloak's. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${stackUrl()}/b/${path}`);
}

/** Fills the fields of a generated form by their names, then saves. */
export async function fillForm(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`#field-${name}`);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Saves a screenshot, for the analysis of a failed run. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = join(__dirname, '..', '..', '.cache', 'reports', 'pictures');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/**
 * Presses Tab until the element has the focus, as somebody without a mouse does; fails where nothing shows which element
 * has it.
 */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate<string | null>(SHOWS_NO_FOCUS);
    if (hidden) throw new Error(`nothing shows the focus of ${hidden}`);
  }
  throw new Error(`the Tab key never reaches ${selector}`);
}

/** The element with the focus, if neither it nor its frame is outlined; a seat is ringed on the sheet above the plan. */
const SHOWS_NO_FOCUS = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.matches('.seat, iframe')) return null;
  const isSeen = (element) => {
    const { outlineColor, outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const isOutlined = outlineStyle !== 'none' && outlineWidth !== '0px' && outlineColor !== 'rgba(0, 0, 0, 0)';
    return boxShadow !== 'none' || isOutlined;
  };
  return isSeen(focused) || isSeen(focused.parentElement) ? null : focused.outerHTML.slice(0, 200);
})()`;

/** Waits for an element, goes to it by Tab and presses a key on it. */
export async function pressOn(page: Page, selector: string, key = 'Enter'): Promise<void> {
  await page.locator(selector).first().waitFor();
  await tabTo(page, selector);
  await page.keyboard.press(key);
}
