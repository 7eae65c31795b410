import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { type HostSite, hostSite } from '../support/host-site';
import { getJson, stackUrl, tokenOf } from '../support/stack';
import { DESKTOP, launch, PHONE, picture } from './browser';

const CATALOGUE = '/app-api/configuration';
const SETTINGS = '/b/api/configuration/settings';
/** Every declaration with which a page could hide or crush what it does not know. */
const HOSTILE = `
  *, iframe, coulisse-tickets, coulisse-tickets * { display: none !important; visibility: hidden !important;
    opacity: 0 !important; height: 3px !important; width: 3px !important; position: absolute !important;
    font-size: 1px !important; transform: scale(0) !important; color: red !important; }
  html, body { all: revert !important; }`;

interface Settings {
  id: string;
  version: number;
  embeddingOrigins: string[];
}

let browser: Browser;
let allowed: HostSite;
let refused: HostSite;
let show = '';
let token = '';
let before: string[] = [];

const staff = async <T>(method: string, path: string, body?: object, version?: number): Promise<T> => {
  const response = await fetch(stackUrl() + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

/** Sets the sites that may show the box office of the theatre; returns those of before. */
async function allow(origins: readonly string[]): Promise<string[]> {
  const [own] = (await staff<{ items: { id: string }[] }>('GET', `${SETTINGS}?size=1`)).items;
  const record = await staff<Settings>('GET', `${SETTINGS}/${own?.id}`);
  await staff('PATCH', `${SETTINGS}/${record.id}`, { embeddingOrigins: origins }, record.version);
  return record.embeddingOrigins;
}

beforeAll(async () => {
  [browser, token] = await Promise.all([launch(), tokenOf('admin@lumiere.example')]);
  const { items } = await getJson<{ items: { id: string; lowestPrice: string | null }[] }>(
    `${CATALOGUE}/spectacles/by-saas-customer/lumiere`,
  );
  show = items.find(({ lowestPrice }) => lowestPrice !== null)?.id ?? '';
  const script = `<script src="${stackUrl()}/app/widget.js" async></script>`;
  const element = `<coulisse-tickets show="${show}"><a href="/own-link">Réserver</a></coulisse-tickets>`;
  const pages = {
    '/plain': { html: `<button>Avant</button>${script}${element}<p>Après</p>` },
    '/english': {
      html: `${script}<div lang="en-GB"><coulisse-tickets show="${show}"></coulisse-tickets></div>`,
    },
    '/strict': {
      html: script + element,
      policy: `default-src 'none'; img-src data:; script-src ${stackUrl()}; frame-src ${stackUrl()}`,
    },
    '/no-frames': {
      html: script + element,
      policy: `default-src 'none'; img-src data:; script-src ${stackUrl()}; frame-src 'none'`,
    },
    '/hostile': { head: `<style>${HOSTILE}</style>`, html: script + element },
    '/nothing': { html: `${script}<coulisse-tickets show="../../x"></coulisse-tickets>` },
  };
  [allowed, refused] = await Promise.all([hostSite(pages), hostSite(pages)]);
  before = await allow([allowed.origin]);
}, 60_000);

afterAll(async () => {
  if (token) await allow(before);
  await Promise.all([browser?.close(), allowed?.close(), refused?.close()]);
}, 30_000);

interface Visit {
  page: Page;
  context: BrowserContext;
  errors: string[];
}

async function visit(site: HostSite, path: string, from = browser, viewport = DESKTOP): Promise<Visit> {
  const context = await from.newContext({ viewport, locale: 'fr-FR', timezoneId: 'Europe/Paris' });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) errors.push(message.text());
  });
  await page.goto(site.origin + path);
  return { page, context, errors };
}

const element = (page: Page) => page.locator('coulisse-tickets');
const opened = (page: Page) => page.locator('coulisse-tickets[data-state="open"]').waitFor();
const inside = (page: Page) => page.frameLocator('coulisse-tickets iframe');

const embedded = (page: Page) => page.frames().find((frame) => frame.url().includes('/app/embed/')) as Frame;

/** The frame is in view, and as high as what it shows. */
async function expectFits(page: Page): Promise<void> {
  const iframe = page.locator('coulisse-tickets iframe');
  await iframe.waitFor();
  await inside(page).locator('[data-testid^="performance-"]').first().waitFor();
  const frame = embedded(page);
  const spare = async () => {
    const [box, content] = await Promise.all([
      iframe.boundingBox(),
      frame.evaluate<number>(`document.getElementById('root')?.getBoundingClientRect().height ?? 0`),
    ]);
    return { width: box?.width ?? 0, difference: Math.abs((box?.height ?? 0) - content), content };
  };
  for (let attempt = 0; attempt < 40 && (await spare()).difference > 1; attempt++)
    await page.waitForTimeout(50);
  const { width, difference, content } = await spare();
  expect(difference).toBeLessThanOrEqual(1);
  expect(content).toBeGreaterThan(200);
  expect(width).toBeGreaterThan(300);
}

describe('the box office inside a page of the theatre’s own site', () => {
  test('opens in the language of the page, fits it, and is reached by the keyboard', async () => {
    const { page, context, errors } = await visit(allowed, '/plain');
    await opened(page);
    await expectFits(page);
    const frame = inside(page);
    expect(await frame.locator('.site-header, .site-footer').count()).toBe(0);
    expect(await page.locator('coulisse-tickets iframe').getAttribute('title')).toBe('Billetterie');
    // The links of the frame stay in it.
    expect(await frame.locator('a[href^="/app/"]:not([href^="/app/embed/"])').count()).toBe(0);
    await page.getByRole('button', { name: 'Avant' }).focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement?.localName')).toBe('coulisse-tickets');
    expect(await page.getByRole('link', { name: 'Réserver' }).isVisible()).toBe(false);

    await picture(page, 'widget');

    await page.goto(`${allowed.origin}/english`);
    await opened(page);
    await inside(page).getByText('Choose a date').waitFor();
    expect(await page.locator('coulisse-tickets iframe').getAttribute('title')).toBe('Tickets');
    expect(errors).toEqual([]);
    await context.close();
  }, 40_000);

  test('fits a phone, and a page with a strict content policy', async () => {
    const { page, context, errors } = await visit(allowed, '/strict', browser, PHONE);
    await opened(page);
    await expectFits(page);
    await picture(page, 'widget-phone');
    expect(errors).toEqual([]);
    await context.close();
  }, 40_000);

  test('keeps its shape in a page whose styles crush everything', async () => {
    const { page, context } = await visit(allowed, '/hostile');
    await opened(page);
    await expectFits(page);
    await picture(page, 'widget-hostile');
    const styles = await page.evaluate<Record<string, string>>(`(() => {
      const { display, visibility, opacity, transform, position } =
        getComputedStyle(document.querySelector('coulisse-tickets'));
      return { display, visibility, opacity, transform, position };
    })()`);
    expect(styles).toEqual({
      display: 'block',
      visibility: 'visible',
      opacity: '1',
      transform: 'none',
      position: 'static',
    });
    await context.close();
  }, 40_000);
});

describe('where the box office cannot be shown there is a link', () => {
  const isRefused = async (page: Page) => {
    await page.locator('coulisse-tickets[data-state="refused"]').waitFor();
    expect(await page.locator('coulisse-tickets iframe').isVisible()).toBe(false);
    expect(await element(page).getByRole('status').innerText()).toBe(
      'La billetterie ne peut pas s’afficher dans cette page.',
    );
  };

  test('on a site that the theatre has not named', async () => {
    const { page, context } = await visit(refused, '/plain');
    await isRefused(page);
    // The link of the page itself.
    expect(await page.getByRole('link', { name: 'Réserver' }).getAttribute('href')).toBe('/own-link');
    await context.close();
  }, 40_000);

  test('in a page whose policy refuses frames, or whose element names nothing', async () => {
    const { page, context } = await visit(allowed, '/no-frames');
    await isRefused(page);
    await page.goto(`${allowed.origin}/nothing`);
    await page.locator('coulisse-tickets[data-state="refused"]').waitFor();
    const link = page.getByRole('link', { name: 'Réserver sur le site de la billetterie' });
    expect(await link.getAttribute('href')).toBe(`${stackUrl()}/app`);
    await context.close();
  }, 40_000);

  test('pages that stand alone, and those of another theatre, are embedded by nobody', async () => {
    const policyOf = async (path: string) =>
      (await fetch(stackUrl() + path)).headers
        .get('content-security-policy')
        ?.match(/frame-ancestors [^;]*/)?.[0];
    expect(await policyOf(`/app/embed/${show}/spectacles/${show}`)).toBe(
      `frame-ancestors 'self' ${allowed.origin}`,
    );
    expect(await policyOf(`/app/spectacles/${show}`)).toBe("frame-ancestors 'self'");
    const { items } = await getJson<{ items: { slug: string }[] }>(`${CATALOGUE}/saas-customers`);
    const other = items.find(({ slug }) => slug !== 'lumiere')?.slug;
    expect(other).toBeDefined();
    expect(await policyOf(`/app/embed/lumiere/theatres/${other}`)).toBe("frame-ancestors 'self'");
    expect(await policyOf(`/app/embed/${other}/spectacles/${show}`)).toBe("frame-ancestors 'self'");
  }, 20_000);
});

describe('without cookies of other sites', () => {
  let strict: Browser;
  beforeAll(async () => {
    strict = await launch(['--test-third-party-cookie-phaseout']);
  });
  afterAll(() => strict?.close());

  test('seats are chosen and paid: the cart goes with the page, the payment has the whole window', async () => {
    const { page, context, errors } = await visit(allowed, '/plain', strict);
    await opened(page);
    const frame = inside(page);
    await frame.locator('[data-testid^="performance-"]').first().click();
    await frame.getByTestId('best-seats').click();
    await frame.getByTestId('countdown').first().waitFor();
    // The browser does refuse such cookies, and none was needed.
    const cookies = await embedded(page).evaluate<string>(`(() => {
      document.cookie = 'probe=1; SameSite=None; Secure; Path=/';
      return document.cookie;
    })()`);
    expect(cookies).toBe('');
    expect((await context.cookies()).filter(({ name }) => name.endsWith('sid'))).toEqual([]);

    await frame.getByTestId('continue').first().click();
    await frame.getByLabel('Adresse e-mail').waitFor();
    // A reload of the frame keeps the cart.
    await embedded(page).evaluate('location.reload()');
    await frame.getByLabel('Adresse e-mail').fill(`widget-${Date.now()}@buyer.example`);
    await frame.getByLabel('Prénom').fill('Léa');
    await frame.getByLabel('Nom', { exact: true }).fill('Moreau');
    await frame.getByTestId('terms').check();
    await frame.getByTestId('pay').first().click();

    await page.getByTestId('bank-pay').click();
    await page.locator('[data-testid="outcome"][data-outcome="VALIDATED"]').waitFor({ timeout: 30_000 });
    expect(page.url()).toMatch(`${stackUrl()}/app/reservations/`);
    expect(page.url()).not.toContain('#cart');
    expect(errors).toEqual([]);
    await context.close();
  }, 90_000);
});
