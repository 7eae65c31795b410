import type { Browser, BrowserContext } from 'playwright-core';
import { tourOf, visit, type Look, type Tour } from '../screens/screens';
import { stackUrl } from '../support/stack';
import { DESKTOP, launch, PHONE } from './browser';

let browser: Browser;
let tour: Tour;
beforeAll(async () => {
  browser = await launch();
  tour = await tourOf(browser);
}, 300_000);
afterAll(() => browser?.close());

const REFUSED = /content security policy/i;
/** The browser, with a record of what it refuses to load, run or apply. */
function watched(found: string[]): Browser {
  const newContext: Browser['newContext'] = async (...args) => {
    const context: BrowserContext = await browser.newContext(...args);
    context.on('console', (message) => {
      const text = message.text();
      if (REFUSED.test(text)) found.push(`${message.page()?.url()}: ${text.slice(0, 300)}`);
    });
    return context;
  };
  return { newContext } as unknown as Browser;
}

/** Screens of one implementation are visited once: generated lists and forms by those of third parties. */
const CHOSEN =
  /^visitor|^login|^api-docs|dashboard|palette|crm-tiers|duplicates|reception|plans|representations|saas-customers/;

const LOOKS: [string, Look][] = [
  ['light', { language: 'fr', theme: 'light', width: DESKTOP.width }],
  ['dark', { language: 'en', theme: 'dark', width: PHONE.width }],
];
test.each(LOOKS)(
  'no screen violates its content security policy, %s',
  async (_title, look) => {
    const screens = tour.screens.filter(({ name }) => CHOSEN.test(name));
    expect(screens.length).toBeGreaterThan(25);
    const found: string[] = [];
    await visit(watched(found), { ...tour, screens }, look, async (page) => {
      // Widgets add their styles when they open.
      const picker = page.locator('.p-calendar button, .p-dropdown, .p-autocomplete-dropdown').first();
      if (await picker.isVisible()) await picker.click({ timeout: 2_000 }).catch(() => undefined);
    });
    expect([...new Set(found)]).toEqual([]);
  },
  400_000,
);

test('a style element without the nonce of its page is refused, and this test detects it', async () => {
  const found: string[] = [];
  const context = await watched(found).newContext();
  const page = await context.newPage();
  await page.goto(`${stackUrl()}/app/`);
  await page.evaluate(
    `document.head.append(Object.assign(document.createElement('style'), { textContent: 'a{}' }))`,
  );
  await page.waitForTimeout(200);
  expect(found).toHaveLength(1);
  await context.close();
}, 60_000);

test('the policy of pages names no unsafe source', async () => {
  for (const path of ['/app/', '/b/']) {
    const answer = await fetch(stackUrl() + path);
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  }
});
