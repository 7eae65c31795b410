import type { Browser, Page } from 'playwright-core';
import { overBudget } from '../load/lib/byte-budget.mjs';
import { visitPage } from '../load/lib/page-visit.mjs';
import { getJson, stackUrl } from '../support/stack';
import { launch } from './browser';
import { bytesOf, visitStaff } from './staff-bytes';

interface Show {
  id: string;
  performances: { id: string; onSale: boolean }[];
}
const CATALOGUE = '/app-api/configuration';

let browser: Browser;
let addresses: Record<'home' | 'theatre' | 'show' | 'seats', string>;
beforeAll(async () => {
  browser = await launch();
  const { items } = await getJson<{ items: { id: string }[] }>(
    `${CATALOGUE}/spectacles/by-saas-customer/lumiere`,
  );
  const shows = await Promise.all(items.map(({ id }) => getJson<Show>(`${CATALOGUE}/spectacles/${id}`)));
  const show = shows.find(({ performances }) => performances.some(({ onSale }) => onSale));
  const performance = show?.performances.find(({ onSale }) => onSale);
  if (!show || !performance) throw new Error('the theatre lumiere sells nothing');
  const app = `${stackUrl()}/app`;
  addresses = {
    home: app,
    theatre: `${app}/theatres/lumiere`,
    show: `${app}/spectacles/${show.id}`,
    seats: `${app}/reservations/cart/add/${performance.id}`,
  };
}, 60_000);
afterAll(() => browser?.close());

describe('what public pages cost in bytes', () => {
  it.each(['home', 'theatre', 'show', 'seats'] as const)(
    '%s keeps to its budget, loads one language and nothing of a page that is not open',
    async (name) => {
      const { bytes, files } = await visitPage(browser, addresses[name], { coding: 'gzip' });
      expect(overBudget(name, bytes)).toEqual([]);
      // It has found something to count.
      expect(bytes.scripts).toBeGreaterThan(50_000);
      expect(bytes.page).toBeGreaterThan(3_000);
      const urls: string[] = files.map(({ url }: { url: string }) => new URL(url).pathname);
      expect(urls.filter((url) => /texts-\w\w\./.test(url))).toEqual([expect.stringMatching('texts-fr')]);
      expect(urls.some((url) => url.includes('/seats.'))).toBe(name === 'seats');
      // Its data came with it; only pictures, and what belongs to the visitor or changes by the second, is asked for.
      const dataPaths = urls.filter((url) => url.startsWith('/app-api/configuration/'));
      const isLater = (url: string) =>
        /\/(plan|events|waiting-room|drawn-poster)\b/.test(url) ||
        // The card of a theatre asks for its next shows when it comes into view.
        (name === 'home' && url.includes('/spectacles/by-saas-customer/'));
      expect(dataPaths.filter((url) => !isLater(url))).toEqual([]);
    },
    90_000,
  );

  it('a script more is over the budget, and this test detects it', async () => {
    const ballast = Buffer.alloc(60_000, 'x').toString('base64');
    const prepare = async (page: Page) => {
      await page.route(/static\/js\/index\..*\.js$/, async (route) => {
        const response = await route.fetch();
        const body = `${await response.text()}\n// ${ballast}`;
        await route.fulfill({
          response,
          body,
          headers: { ...response.headers(), 'content-length': String(body.length) },
        });
      });
    };
    const { bytes } = await visitPage(browser, addresses.home, { coding: 'gzip', prepare });
    expect(overBudget('home', bytes)).toEqual([expect.stringMatching(/^home, code: \d+ bytes/)]);
  }, 90_000);
});

describe('what the staff portal costs in bytes', () => {
  it('its first list keeps to its budget, and loads nothing more while nobody does anything', async () => {
    const { first, idle } = await visitStaff(browser);
    const bytes = bytesOf(first);
    expect(overBudget('staffList', bytes)).toEqual([]);
    // It has found something to count.
    expect(bytes.scripts).toBeGreaterThan(150_000);
    expect(bytes.styles).toBeGreaterThan(5_000);
    const paths = first.map(({ url }) => new URL(url).pathname);
    // The code of one module, and no more.
    expect(paths.filter((path) => path.includes('remote-entry'))).toEqual([
      expect.stringMatching('^/mf/crm/'),
    ]);
    expect(idle.map(({ url }) => url)).toEqual([]);
  }, 120_000);

  it('more code, and code that is loaded in idle time, are detected by this test', async () => {
    const ballast = Buffer.alloc(60_000, 'x').toString('base64');
    const { first, idle } = await visitStaff(
      browser,
      async (page) => {
        await page.route(/\/b\/static\/js\/index\..*\.js$/, async (route) => {
          const response = await route.fetch();
          const body = `${await response.text()}\n// ${ballast}`;
          const headers = { ...response.headers(), 'content-length': String(body.length) };
          await route.fulfill({ response, body, headers });
        });
      },
      (page) => page.evaluate(() => fetch('/mf/sales/mf-manifest.json').then(({ status }) => status)),
    );
    expect(overBudget('staffList', bytesOf(first))).toEqual([
      expect.stringMatching(/^staffList, code: \d+ bytes/),
    ]);
    expect(idle.map(({ url }) => new URL(url).pathname)).toEqual(['/mf/sales/mf-manifest.json']);
  }, 120_000);
});
