import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import express from 'express';
import { axeOf } from '../screens/violations';
import { DESKTOP, launch, PHONE } from './browser';

const ROOT = join(__dirname, '..', '..');
const SERVE = join(ROOT, 'packages', 'gallery', 'serve.mjs');

let folder: string;
let server: Server;
let browser: Browser;
let origin: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  const build = spawnSync(process.execPath, [SERVE, '--build', folder], { cwd: ROOT, encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`The build failed:\n${build.stdout}\n${build.stderr}`);
  server = createServer(express().use(express.static(folder)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launch();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  if (folder) rmSync(folder, { recursive: true, force: true });
});

interface Look {
  language: 'fr' | 'en';
  theme: 'light' | 'dark';
}

/** The look is in the address of a page: nothing is stored before. */
const contextOf = (viewport: { width: number; height: number }): Promise<BrowserContext> =>
  browser.newContext({ viewport, reducedMotion: 'reduce' });

/** A page of the browser, and the errors that it reports. */
async function openPage(context: BrowserContext): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { page, errors };
}

const addressOf = (look: Look, slug: string): string =>
  `${origin}/?theme=${look.theme}&language=${look.language}#/${slug}`;

const slugsOf = async (page: Page): Promise<string[]> => {
  const links = await page.locator('nav a').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  return addresses.map((address) => (address ?? '').replace('#/', ''));
};

/** Waits for the contents of the page and of its frames. */
async function loaded(page: Page): Promise<void> {
  await page.locator('.g-example').first().waitFor();
  for (const frame of await page.locator('iframe').all())
    await frame.contentFrame().locator('main h1, main h2').first().waitFor();
  // Parts that are loaded on demand, and pictures.
  const waiting = page.locator('.g-state .c-skeleton');
  while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => true)');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/**
 * Serious and critical violations, in the page and its frames. Less serious ones compare the landmarks of a page with
 * those of the screens in its frames.
 */
async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await axeOf(page).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
}

const LOOKS: Look[] = [
  { language: 'fr', theme: 'light' },
  { language: 'en', theme: 'dark' },
];

/** In the short form the looks take turns, page by page; `GALLERY_LOOKS=all` examines every page in both. */
const isLong = process.env.GALLERY_LOOKS === 'all';

/** What is wrong with the pages in one look. */
async function faultsOf(look: Look, turn: number): Promise<Record<string, string[]>> {
  const context = await contextOf(DESKTOP);
  const { page, errors } = await openPage(context);
  await page.goto(addressOf(look, ''));
  const all = await slugsOf(page);
  expect(all.length).toBeGreaterThan(25);
  const slugs = all.filter((_slug, index) => isLong || index % LOOKS.length === turn);
  const found: Record<string, string[]> = {};
  const headings = new Set<string>();
  for (const slug of slugs) {
    await page.goto('about:blank');
    await page.goto(addressOf(look, slug));
    await loaded(page);
    headings.add(await page.locator('main > header h1').innerText());
    const lines = [...errors.splice(0), ...(await seriousViolations(page))];
    if (lines.length > 0) found[slug] = lines;
  }
  await context.close();
  // Each address shows a page of its own.
  expect(headings.size).toBe(slugs.length);
  return found;
}

// Both looks at once: axe works in the process of its page, and uses one core.
test('every page has a heading, no error and no serious violation of axe, in French in the light or in English in the dark', async () => {
  expect(await Promise.all(LOOKS.map(faultsOf))).toEqual(LOOKS.map(() => ({})));
}, 500_000);

test('no page is wider than a phone', async () => {
  const look: Look = { language: 'fr', theme: 'light' };
  const context = await contextOf(PHONE);
  const { page } = await openPage(context);
  await page.goto(addressOf(look, ''));
  await page.locator('main').waitFor();
  const wide: string[] = [];
  for (const slug of await slugsOf(page)) {
    await page.goto('about:blank');
    await page.goto(addressOf(look, slug));
    await page.locator('.g-example').first().waitFor();
    const width = await page.locator('main').evaluate((element) => element.scrollWidth);
    if (width > PHONE.width) wide.push(`${slug}: ${width}`);
  }
  await context.close();
  expect(wide).toEqual([]);
}, 240_000);

test('the search finds components, the controls change the address', async () => {
  const context = await contextOf(DESKTOP);
  const { page } = await openPage(context);
  await page.goto(`${origin}/?theme=light&language=fr`);
  await page.getByRole('searchbox').fill('contextmenu');
  await page.getByRole('navigation').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Menus' }).waitFor();
  await page.getByRole('button', { name: 'Sombre' }).click();
  await page.locator('html[data-theme=dark]').waitFor();
  await page.getByRole('button', { name: /^EN/ }).click();
  await page.locator('html[lang=en]').waitFor();
  const url = new URL(page.url());
  expect([url.searchParams.get('theme'), url.searchParams.get('language'), url.hash]).toEqual([
    'dark',
    'en',
    '#/menus',
  ]);
  await context.close();
}, 60_000);

/** An overlay, and whether it is what a press in its middle meets. */
async function shownBox(page: Page, selector: string) {
  const overlay = page.locator(selector);
  await overlay.waitFor();
  const box = await overlay.boundingBox();
  if (!box) throw new Error(`${selector} has no box`);
  const isOnTop = await overlay.evaluate(
    (element, [x = 0, y = 0]) => element.contains(element.ownerDocument.elementFromPoint(x, y)),
    [box.x + box.width / 2, box.y + box.height / 2],
  );
  return { ...box, isOnTop };
}
const isWithin = (
  box: { x: number; y: number; width: number; height: number },
  frame: { width: number; height: number },
): boolean =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= frame.width && box.y + box.height <= frame.height;

const FRAMES = [
  ['desktop, left to right', DESKTOP, 'ltr'],
  ['desktop, right to left', DESKTOP, 'rtl'],
  ['phone, left to right', PHONE, 'ltr'],
  ['phone, right to left', PHONE, 'rtl'],
] as const;

describe.each(FRAMES)('overlays on a %s', (_title, viewport, direction) => {
  let context: BrowserContext;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    context = await contextOf(viewport);
    ({ page, errors } = await openPage(context));
    await page.goto(addressOf({ language: 'en', theme: 'light' }, 'menus'));
    await page.locator('.g-example').first().waitFor();
    await page.locator('html').evaluate((html, dir) => html.setAttribute('dir', dir), direction);
  });
  afterAll(async () => {
    await context?.close();
    expect(errors).toEqual([]);
  });

  test('a menu is under its button, inside the window, and shares the edge at which a text starts', async () => {
    const button = page.getByRole('button', { name: 'Actions' });
    const anchor = await button.boundingBox();
    await button.click();
    const menu = await shownBox(page, '.c-menu-sheet');
    expect([menu.isOnTop, isWithin(menu, viewport)]).toEqual([true, true]);
    expect(menu.y).toBeGreaterThanOrEqual((anchor?.y ?? 0) + (anchor?.height ?? 0));
    const start = (box: { x: number; width: number } | null) =>
      box && Math.round(direction === 'rtl' ? box.x + box.width : box.x);
    expect(start(menu)).toBe(start(anchor));
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.c-menu-sheet').waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  }, 60_000);

  test('a sheet follows its button when the page scrolls', async () => {
    const button = page.getByRole('button', { name: 'Open the sheet' });
    await button.click();
    const before = await shownBox(page, '.c-menu-sheet');
    expect(await seriousViolations(page)).toEqual([]);
    await page.evaluate('window.scrollBy(0, 60)');
    const after = await shownBox(page, '.c-menu-sheet');
    expect([after.isOnTop, isWithin(after, viewport)]).toEqual([true, true]);
    const scrolled = Number(await page.evaluate('window.scrollY'));
    expect(Math.round(before.y - after.y)).toBe(Math.round(scrolled));
    await page.keyboard.press('Escape');
    await page.locator('.c-menu-sheet').waitFor({ state: 'detached' });
  }, 60_000);

  test.each(['Actions', 'Open the sheet'])(
    '%s in a modal dialog is above it; Escape closes the overlay, then the dialog',
    async (name) => {
      await page.getByRole('button', { name: 'Open the dialog' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name }).click();
      const overlay = await shownBox(page, '.c-menu-sheet');
      expect([overlay.isOnTop, isWithin(overlay, viewport)]).toEqual([true, true]);
      await page.keyboard.press('Escape');
      await page.locator('.c-menu-sheet').waitFor({ state: 'detached' });
      expect(await dialog.isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
    60_000,
  );

  test('the calendar in a modal dialog is above it; Escape closes the calendar, then the dialog', async () => {
    await page.getByRole('button', { name: 'Open the dialog' }).click();
    const dialog = page.getByRole('dialog', { name: 'Inside a dialog' });
    await dialog.locator('.c-date-open').click();
    const calendar = await shownBox(page, '.c-date-panel');
    expect([calendar.isOnTop, isWithin(calendar, viewport)]).toEqual([true, true]);
    await page.locator('.c-date-panel').getByText('17', { exact: true }).click();
    await page.locator('.c-date-panel').waitFor({ state: 'detached' });
    const input = dialog.getByRole('combobox', { name: 'A day' });
    expect(await input.inputValue()).toBe('17/11/2026');
    await input.focus();
    await page.keyboard.press('ArrowDown');
    await shownBox(page, '.c-date-panel');
    const day = page.locator('.c-date-panel [tabindex="0"]');
    await page.waitForFunction("document.activeElement.closest('.c-date-panel')");
    expect(await day.first().textContent()).toBe('17');
    await page.keyboard.press('Escape');
    await page.locator('.c-date-panel').waitFor({ state: 'detached' });
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }, 60_000);

  test('a context menu opens at the pointer, on a phone at the bottom; a press outside closes it', async () => {
    const target = page.locator('.g-target');
    await target.click({ button: 'right', position: { x: 150, y: 20 } });
    const menu = await shownBox(page, '.c-context');
    expect([menu.isOnTop, isWithin(menu, viewport)]).toEqual([true, true]);
    expect(await seriousViolations(page)).toEqual([]);
    if (viewport === PHONE) expect(Math.round(menu.y + menu.height)).toBe(PHONE.height - 8);
    await page.mouse.click(3, viewport.height / 2);
    await page.locator('.c-context').waitFor({ state: 'detached' });
  }, 60_000);
});
