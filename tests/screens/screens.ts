import type { Browser, BrowserContext, Page } from 'playwright-core';
import { allowChanges, BUYER, buyerScreens } from './buyer-screens';
import { publicScreens } from './public-screens';
import { settled } from './settled';
import type { Screen } from './screen';
import { staffScreens } from './staff-screens';

export interface Look {
  language: 'fr' | 'en';
  /** `auto` follows the preference of the browser, which may change while a page is open. */
  theme: 'light' | 'dark' | 'auto';
  width: number;
}

const HEIGHT = { phone: 844, desktop: 900 };
/** Who sees the public pages. */
export const VISITORS = [null, BUYER];
const STAFF = ['super@coulisse.example', 'admin@lumiere.example'];
type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A browser context that shows everything in one look; the choice of language and theme is the product's own. */
export async function contextOf(
  browser: Browser,
  { language, theme, width }: Look,
  session?: Session,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? HEIGHT.phone : HEIGHT.desktop },
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    timezoneId: 'Europe/Paris',
    colorScheme: theme === 'auto' ? 'light' : theme,
    reducedMotion: 'reduce',
    ...(session ? { storageState: session } : {}),
  });
  context.setDefaultTimeout(90_000);
  const preferences = { 'coulisse.language': language, 'coulisse.theme': theme };
  await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(preferences)})`);
  return context;
}

export interface Tour {
  screens: Screen[];
  /** The session of each login, and of a visitor with a cart. */
  sessions: Map<string | null, Session>;
  /** Brings back the settings that the tour changed. */
  end: () => Promise<void>;
}

/** All screens of the running stack. Seats are bought and held for them. */
export async function tourOf(
  browser: Browser,
  // The visitor first: staff then have a reservation, its tickets and its payment to look at.
  users: readonly (string | null)[] = [...VISITORS, ...STAFF],
): Promise<Tour> {
  const sessions: Tour['sessions'] = new Map();
  const screens: Screen[] = [];
  const end = await allowChanges();
  try {
    for (const user of users) {
      const context = await contextOf(browser, { language: 'fr', theme: 'light', width: 1440 });
      screens.push(...(await screensOf(user, await context.newPage())));
      sessions.set(user, await context.storageState());
      await context.close();
    }
  } catch (failure) {
    await end();
    throw failure;
  }
  return { screens, sessions, end };
}

function screensOf(user: string | null, page: Page): Promise<Screen[]> {
  if (user === null) return publicScreens(page);
  return user === BUYER ? buyerScreens(page) : staffScreens(page, user);
}

/** Follows a link of the portal without loading the portal again; returns whether it could. */
const follow = (page: Page, url: string): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const to = new URL(${JSON.stringify(url)});
    const portal = document.querySelector('nav.s-rail') && to.pathname.startsWith('/b/');
    if (!portal || to.pathname === location.pathname) return false;
    // What is of the screen before is marked, so that waiting does not take it for the next one.
    for (const old of document.querySelectorAll('main > *')) old.setAttribute('data-left', '');
    history.pushState(null, '', to.pathname + to.search);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
    return true;
  })()`);

/** Performs the actions of an open screen; returns what is wrong, or null. */
const done = async (page: Page, { then }: Screen): Promise<string | null> => {
  try {
    await then?.(page);
    return null;
  } catch (failure) {
    return String(failure);
  }
};

/** Opens every screen in one look, with one context per login; calls `see` with what is wrong with it, or null. */
export async function visit(
  browser: Browser,
  { screens, sessions }: Tour,
  look: Look,
  see: (page: Page, screen: Screen, wrong: string | null) => Promise<void>,
): Promise<void> {
  for (const user of new Set(screens.map((screen) => screen.user))) {
    const context = await contextOf(browser, look, sessions.get(user));
    const page = await context.newPage();
    for (const screen of screens.filter((candidate) => candidate.user === user)) {
      if (!(await follow(page, screen.url))) await page.goto(screen.url);
      else
        await page
          .locator('[data-left]')
          .first()
          .waitFor({ state: 'detached', timeout: 5000 })
          .catch(() => page.goto(screen.url));
      const wrong = (await settled(page, screen.ready)) ?? (await done(page, screen));
      await see(page, screen, wrong);
      // The state of this screen (an open palette) must not reach the next one.
      if (screen.then) await page.goto('about:blank');
    }
    await context.close();
  }
}
