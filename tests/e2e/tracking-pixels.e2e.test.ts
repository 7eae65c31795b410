import type { Browser, Page } from 'playwright-core';
import { ADMINISTRATOR } from '../support/staff';
import { getJson, stackUrl, tokenOf } from '../support/stack';
import { changeSettings } from '../support/ticketing-settings';
import { DESKTOP, launch, PHONE, picture, visitor } from './browser';

const PIXEL_SITE = 'https://pixel.example.com';
const PICTURE = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
/** Longer than the pages wait before they show a pixel. */
const SETTLED_MS = 2_500;

let browser: Browser;
let addresses: Record<'theatre' | 'show' | 'seats', string>;

const setPixels = async (trackingPixels: object[]) =>
  changeSettings(await tokenOf(ADMINISTRATOR), { trackingPixels });

beforeAll(async () => {
  browser = await launch();
  const catalogue = '/app-api/configuration';
  const { items } = await getJson<{ items: { id: string }[] }>(
    `${catalogue}/spectacles/by-saas-customer/lumiere`,
  );
  const shows = await Promise.all(
    items.map(({ id }) =>
      getJson<{ id: string; performances: { id: string; onSale: boolean }[] }>(
        `${catalogue}/spectacles/${id}`,
      ),
    ),
  );
  const show = shows.find(({ performances }) => performances.some(({ onSale }) => onSale));
  const performance = show?.performances.find(({ onSale }) => onSale);
  if (!show || !performance) throw new Error('the theatre lumiere sells nothing');
  addresses = {
    theatre: `${stackUrl()}/app/theatres/lumiere`,
    show: `${stackUrl()}/app/spectacles/${show.id}`,
    seats: `${stackUrl()}/app/reservations/cart/add/${performance.id}`,
  };
  await setPixels(
    ['THEATRE', 'SHOW', 'SEATS', 'RESERVATION_PAID'].map((step) => ({
      step,
      url: `${PIXEL_SITE}/${step.toLowerCase()}.gif?id=1&ev=x`,
    })),
  );
}, 60_000);
afterAll(async () => {
  await setPixels([]);
  await browser?.close();
}, 60_000);

/** Requests that reach the other site, with the address of the page that they name. */
async function seenBy(page: Page): Promise<{ path: string; referrer: string | undefined }[]> {
  const seen: { path: string; referrer: string | undefined }[] = [];
  await page.route(`${PIXEL_SITE}/**`, async (route) => {
    const request = route.request();
    seen.push({ path: new URL(request.url()).pathname, referrer: request.headers()['referer'] });
    await route.fulfill({ contentType: 'image/gif', body: PICTURE });
  });
  return seen;
}

test.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const)(
  'on %s no pixel is loaded before consent, then those of the step, and none after a refusal (R-208)',
  async (name, viewport) => {
    const { page, context, consoleErrors } = await visitor(browser, viewport);
    const seen = await seenBy(page);
    const policies: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
        policies.push(response.headers()['content-security-policy']);
    });

    await page.goto(addresses.theatre);
    const banner = page.getByTestId('pixel-banner');
    await banner.getByText('pixel.example.com').waitFor();
    await picture(page, `pixel-banner-${name.replace(/\W/g, '-')}`);
    const [refuse, accept] = await Promise.all(
      ['refuse', 'accept'].map((choice) => page.getByTestId(`pixels-${choice}`).boundingBox()),
    );
    // As easy as the acceptance: as large, and as near.
    expect({ width: refuse?.width, height: refuse?.height, y: refuse?.y }).toEqual({
      width: accept?.width,
      height: accept?.height,
      y: accept?.y,
    });
    await page.waitForTimeout(SETTLED_MS);
    expect(seen).toEqual([]);

    await page.getByTestId('pixels-accept').click();
    await banner.waitFor({ state: 'detached' });
    await page.waitForTimeout(SETTLED_MS);
    expect(seen).toEqual([{ path: '/theatre.gif', referrer: undefined }]);
    await page.goto(addresses.show);
    await page.waitForTimeout(SETTLED_MS);
    expect(seen.map(({ path }) => path)).toEqual(['/theatre.gif', '/show.gif']);

    await page.getByTestId('pixels-change').click();
    await banner.getByText('Vous avez accepté').waitFor();
    await page.getByTestId('pixels-refuse').click();
    await page.goto(addresses.seats);
    await page.waitForTimeout(SETTLED_MS);
    expect(seen).toHaveLength(2);
    expect(await banner.count()).toBe(0);
    expect(policies).toHaveLength(3);
    for (const policy of policies) expect(policy).not.toContain('pixel.example.com');
    expect(consoleErrors).toEqual([]);
    await context.close();
  },
  90_000,
);

const SIDEWAYS = { width: 844, height: 390 };

test.each([
  ['on a phone', PHONE],
  ['on a phone held sideways', SIDEWAYS],
  ['on a desktop', DESKTOP],
] as const)(
  'a purchase goes on without an answer to the banner, which covers no button %s',
  async (name, viewport) => {
    const { page, context, consoleErrors } = await visitor(browser, viewport);
    // Clicks and trials fail where something else lies over the middle of the button.
    await page.goto(addresses.theatre);
    const banner = page.getByTestId('pixel-banner');
    await banner.waitFor();
    await page.getByTestId('pixels-change').click({ trial: true });
    await page.goto(addresses.seats);
    await banner.waitFor();
    await page.getByTestId('best-seats').first().click();
    await page.getByTestId('countdown').first().waitFor();
    await picture(page, `pixel-banner-seats-${name.replace(/\W/g, '-')}`);
    // The bar of the hold stands at the foot of the window, and is not scrolled into sight.
    const next = page.getByTestId('continue').first();
    await next.click({ trial: true });
    await next.click();
    await page.getByTestId('pay').first().click({ trial: true });
    expect(await banner.count()).toBe(1);
    expect(consoleErrors).toEqual([]);
    await context.close();
  },
  90_000,
);
