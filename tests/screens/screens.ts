import type { Browser, BrowserContext, Page } from 'playwright-core';
import { login } from '../e2e/browser';
import { getJson, stackUrl } from '../support/stack';

/** A screen of the product as somebody reaches it. */
export interface Screen {
  /** File name of its pictures: `admin--crm-tiers--add`. */
  name: string;
  /** Whole address. */
  url: string;
  /** Demo login, or null for a visitor of the public front. */
  user: string | null;
}

export interface Look {
  language: 'fr' | 'en';
  theme: 'light' | 'dark';
  width: number;
}

const HEIGHT = { phone: 844, desktop: 900 };
const STAFF = ['super@coulisse.example', 'admin@lumiere.example'];

/** A browser context that shows everything in one look; the choice of language and theme is the product's own. */
export async function contextOf(
  browser: Browser,
  { language, theme, width }: Look,
  session?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? HEIGHT.phone : HEIGHT.desktop },
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    timezoneId: 'Europe/Paris',
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(session ? { storageState: session } : {}),
  });
  context.setDefaultTimeout(45_000);
  const kept = { 'coulisse.language': language, 'coulisse.theme': theme };
  await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(kept)})`);
  return context;
}

/** What a page shows while it waits for something. */
const WAITING = '[aria-busy=true], .c-skeleton, .s-splash';

/** Waits until the page has what it came for: nothing is being fetched, no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // A page that never settles is shown as it is: that, too, is worth seeing.
  await page.waitForSelector('main, form, h1', { timeout: 15_000 }).catch(() => undefined);
  await page
    .waitForFunction(`!document.querySelector('${WAITING}') && document.fonts.ready`, undefined, {
      timeout: 10_000,
    })
    .catch(() => undefined);
  await page.waitForTimeout(200);
}

const hrefs = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((links) => links.map((link) => new URL(link.getAttribute('href') ?? '', link.baseURI).href));

const slug = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'one')
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '');

interface Described {
  path: string;
  may: { create: boolean };
}
interface Rows {
  items: { id: string }[];
}

/** Every list that the menu offers to a login, its form, and the page of its first record; then what else is linked. */
async function staffScreens(page: Page, user: string): Promise<Screen[]> {
  const answered = page.waitForRequest((request) => request.url().endsWith('/b/api/_resources'));
  await login(page, user, process.env.TEST_DEMO_PASSWORD ?? '');
  const token = ((await (await answered).allHeaders()).authorization ?? '').replace('Bearer ', '');
  await page.getByTestId('person-menu').waitFor();
  await settled(page);
  const links = (await hrefs(page, 'nav.s-rail a.s-link')).map((link) => new URL(link).pathname);
  const { resources } = await getJson<{ resources: Described[] }>('/b/api/_resources', token);
  const paths: string[] = [];
  for (const link of links) {
    const path = link.replace(/^\/b\//, '');
    paths.push(path);
    const resource = resources.find((one) => one.path === `/b/api/${path}`);
    if (!resource) continue;
    if (resource.may.create) paths.push(`${path}/add`);
    const first = (await getJson<Rows>(`${resource.path}?size=1`, token)).items[0];
    if (first) paths.push(`${path}/${first.id}/informations`, `${path}?panel=${first.id}`);
  }
  const who = slug(user.split('@')[0] ?? user);
  return paths.map((path) => ({ name: `${who}--${slug(path)}`, url: `${stackUrl()}/b/${path}`, user }));
}

/** Screens that no menu leads to. */
async function linkedScreens(page: Page, screens: readonly Screen[]): Promise<Screen[]> {
  const found = new Map<string, Screen>();
  for (const screen of screens.filter(({ name }) => /salles-one|reception$/.test(name))) {
    await page.goto(screen.url);
    await settled(page);
    const links = await hrefs(page, 'main a[href]');
    for (const url of links.filter((link) => /\/plans\/|\/reception\//.test(link))) {
      const path = new URL(url).pathname.replace(/^\/b\//, '');
      const name = `${screen.name.split('--')[0]}--${slug(path)}`;
      if (!found.has(name)) found.set(name, { ...screen, name, url });
    }
  }
  return [...found.values()];
}

interface Theatre {
  id: string;
}
interface Dates {
  items: { id: string; showId?: string; show?: { id: string }; onSale: boolean }[];
}

async function publicScreens(): Promise<Screen[]> {
  const theatre = await getJson<Theatre>('/app-api/configuration/saas-customers/lumiere');
  const { items } = await getJson<Dates>(
    `/app-api/configuration/representations/by-saas-customer/${theatre.id}`,
  );
  const date = items.find((one) => one.onSale);
  const show = date?.showId ?? date?.show?.id;
  const paths = [
    'theatres/lumiere',
    'theatres/lumiere/terms',
    'theatres/lumiere/privacy',
    ...(show ? [`spectacles/${show}`] : []),
    ...(date ? [`reservations/cart/add/${date.id}`] : []),
    'nowhere',
  ];
  return paths.map((path) => ({
    name: `visitor--${slug(path)}`,
    url: `${stackUrl()}/app/${path}`,
    user: null,
  }));
}

export interface Tour {
  screens: Screen[];
  /** What keeps each login logged in. */
  sessions: Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>;
}

/** Everything there is to see on the running stack. */
export async function tourOf(browser: Browser): Promise<Tour> {
  const sessions: Tour['sessions'] = new Map();
  const screens: Screen[] = [];
  for (const user of STAFF) {
    const context = await contextOf(browser, { language: 'fr', theme: 'light', width: 1440 });
    const page = await context.newPage();
    const listed = await staffScreens(page, user);
    screens.push(...listed, ...(await linkedScreens(page, listed)));
    sessions.set(user, await context.storageState());
    await context.close();
  }
  screens.push({ name: 'login', url: `${stackUrl()}/b`, user: null });
  return { screens: [...screens, ...(await publicScreens())], sessions };
}

/** Opens every screen in one look, in one context a login. */
export async function visit(
  browser: Browser,
  { screens, sessions }: Tour,
  look: Look,
  see: (page: Page, screen: Screen) => Promise<void>,
): Promise<void> {
  for (const user of new Set(screens.map((screen) => screen.user))) {
    const context = await contextOf(browser, look, user === null ? undefined : sessions.get(user));
    for (const screen of screens.filter((one) => one.user === user)) {
      const page = await context.newPage();
      await page.goto(screen.url);
      await settled(page);
      await see(page, screen);
      await page.close();
    }
    await context.close();
  }
}
