import type { Browser } from 'playwright-core';
import { tourOf, visit, type Tour } from '../screens/screens';
import { violations } from '../screens/violations';
import { DESKTOP, launch, PHONE, visitor } from './browser';

let browser: Browser;
let tour: Tour;
beforeAll(async () => {
  browser = await launch();
  tour = await tourOf(browser);
}, 180_000);
afterAll(() => browser?.close());

/**
 * Generated lists, forms and records are of one make: those of third parties stand for all, beside every screen that is
 * made by hand. `npm run screens -- --axe` looks at each one, in each look.
 */
const CHOSEN =
  /^visitor|^login|^api-docs|dashboard|palette|nowhere|crm-tiers|duplicates|reception|plans|representations-add|saas-customers/;

test('screens are free of what axe finds wrong, on a desktop and on a phone in the dark', async () => {
  const screens = tour.screens.filter(({ name }) => CHOSEN.test(name));
  expect(screens.length).toBeGreaterThan(25);
  const found: Record<string, string[]> = {};
  const look = { language: 'fr', theme: 'auto', width: DESKTOP.width } as const;
  await visit(browser, { ...tour, screens }, look, async (page, { name }, wrong) => {
    const lines = [...(wrong ? [wrong] : []), ...(await violations(page))];
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    const theme = await page.evaluate<string | undefined>('document.documentElement.dataset.theme');
    if (/^(admin|super|visitor)/.test(name) && theme !== 'dark')
      lines.push(`the page stays ${theme} in the dark`);
    lines.push(...(await violations(page)).map((line) => `on a phone in the dark: ${line}`));
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize(DESKTOP);
    if (lines.length) found[name] = lines;
  });
  expect(found).toEqual({});
}, 600_000);

test('a page that is wrong is found to be wrong', async () => {
  const { page, context } = await visitor(browser, DESKTOP);
  await page.setContent('<main><h1>Une page</h1><img src="data:," /><button></button></main>');
  const rules = (await violations(page)).map((line) => line.split(' ')[0]);
  expect(rules).toEqual(expect.arrayContaining(['image-alt', 'button-name']));
  await context.close();
}, 60_000);
