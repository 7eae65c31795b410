import type { Browser, Page } from 'playwright-core';
import { performanceOnSale, payAtBank, progressOf, saleUpToBank, type Progress } from '../support/sale';
import { eventually, getJson, stackUrl } from '../support/stack';
import { launch, picture, visitor } from './browser';

// 320 pixels: what a desktop shows at 400 % (WCAG 1.4.10). Texts of twice the size (WCAG 1.4.4). And names that no line can hold.

const NARROW = { width: 320, height: 640 };
const LONG = 'W'.repeat(255);

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
}, 60_000);
afterAll(() => browser?.close());

/** Parts of an open page that stand beyond its right edge, if it has to be scrolled to the side. */
const tooWide = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest('svg, .c-hidden'))
      .map((part) => part.outerHTML.slice(0, 120));
  })()`);

/** The parts that are too wide on each page of a purchase, by page. */
async function widePages(page: Page): Promise<[string, string[]][]> {
  const { items } = await getJson<{ items: { id: string }[] }>(
    '/app-api/configuration/spectacles/by-saas-customer/lumiere',
  );
  const performance = await performanceOnSale();
  const paths = [
    '',
    '/theatres/lumiere',
    '/theatres/lumiere/terms',
    '/theatres/lumiere/login',
    `/spectacles/${items[0]?.id}`,
    '/gift-vouchers/cart/add/lumiere',
    `/waiting-list/${performance}`,
    `/reservations/cart/add/${performance}`,
  ];
  const found: Record<string, string[]> = {};
  for (const language of ['fr', 'en'])
    for (const path of paths) {
      await page.goto(`${stackUrl()}/app${path}?lang=${language}`);
      await page.locator('main h1').first().waitFor();
      await page.waitForLoadState('networkidle');
      found[`${path} ${language}`] = await tooWide(page);
    }
  await page.getByTestId('seat-list-tab').click();
  await page.locator('.seat-list button').first().waitFor();
  found['list'] = await tooWide(page);
  await page.getByTestId('best-seats').click();
  await page.getByTestId('countdown').first().waitFor();
  found['seats, chosen'] = await tooWide(page);
  await page.locator('[data-testid=continue]:not([aria-disabled=true])').first().click();
  await page.getByTestId('terms').waitFor();
  found['checkout'] = await tooWide(page);
  await page.getByTestId('account').click();
  await page.locator('.account-panel').waitFor();
  found['account'] = await tooWide(page);
  return Object.entries(found).filter(([, parts]) => parts.length > 0);
}

test('no public page has to be scrolled to the side at 400 %', async () => {
  const { page, context, consoleErrors } = await visitor(browser, NARROW);
  expect(await widePages(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await context.close();
}, 240_000);

test('with texts of twice the size, a wide window has the layout of a narrow one, and no page is too wide', async () => {
  const large = await launch(['--blink-settings=defaultFontSize=32']);
  try {
    const { page } = await visitor(large, { width: 1280, height: 900 });
    expect(await widePages(page)).toEqual([]);
    expect(await page.evaluate<boolean>(`matchMedia('(max-width: 45em)').matches`)).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await widePages(page)).toEqual([]);
  } finally {
    await large.close();
  }
}, 240_000);

test('a name of 255 letters widens neither the order nor the ticket for the door', async () => {
  const sale = await saleUpToBank({ names: { firstName: LONG, lastName: LONG } });
  await payAtBank(sale);
  const { orderKey } = await eventually(async () => {
    const progress = (await progressOf(sale)) as Progress & { orderKey: string };
    expect(progress).toMatchObject({ mailSent: true });
    return progress;
  }, 60_000);
  const { page, context } = await visitor(browser, { width: 390, height: 844 });
  await page.goto(`${stackUrl()}/app/o?lang=fr#${orderKey}`);
  await page.getByTestId('enlarge').first().waitFor();
  expect(await tooWide(page)).toEqual([]);
  await picture(page, 'long-name-order');
  // As if a ticket had such a name.
  await page.evaluate(`for (const text of document.querySelectorAll('.order-ticket-text p'))
    text.textContent = '${LONG}'`);
  expect(await clipped(page, '.order-ticket-text p')).toEqual([]);
  await page.getByTestId('enlarge').first().click();
  await page.getByTestId('shown-ticket').waitFor();
  await page.evaluate(`document.querySelector('.order-shown p').textContent = '${LONG}'`);
  expect(await clipped(page, '.order-shown p')).toEqual([]);
  // On its side, the whole code can be scrolled to.
  await page.setViewportSize({ width: 844, height: 390 });
  expect(
    await page.evaluate<boolean>(`(() => {
      const [shown, code] = ['.order-shown', '.order-shown-code'].map((part) => document.querySelector(part));
      shown.scrollTop = 0;
      return code.getBoundingClientRect().top >= shown.getBoundingClientRect().top;
    })()`),
  ).toBe(true);
  await context.close();
}, 180_000);

test('with the colours of the system, what is pressed and the colours of the categories are seen', async () => {
  const { page, context } = await visitor(browser, { width: 1440, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${stackUrl()}/app/reservations/cart/add/${await performanceOnSale()}?lang=fr`);
  await page.getByTestId('seat-map').waitFor();
  const colors = (selector: string) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((part) => getComputedStyle(part).backgroundColor)`,
    );
  const [plan, list] = await colors('.pills button');
  expect(plan).not.toBe(list);
  const swatches = await colors('.legend i:not([data-mark])');
  expect(new Set(swatches).size).toBe(swatches.length);
  await context.close();
}, 60_000);

/** Texts that are wider than their box. */
const clipped = (page: Page, selector: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll(${JSON.stringify(selector)})]
    .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth)
    .map((part) => part.outerHTML.slice(0, 120))`);
