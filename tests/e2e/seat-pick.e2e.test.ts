import type { Browser, CDPSession, Page } from 'playwright-core';
import { getJson, stackUrl } from '../support/stack';
import { launch, DESKTOP, PHONE } from './browser';

interface Show {
  id: string;
  performances: { id: string; onSale: boolean }[];
}
interface TraceEvent {
  name: string;
  args: { data?: { nodeName?: string }; endData?: { layoutRoots?: { nodeName: string }[] } };
}
/** What the browser did to which sheet of the plan. */
type Work = Record<'painted' | 'laidOut', string[]>;

const CATALOGUE = '/app-api/configuration';
const PLAN = "svg class='seat-plan'";
const SHEET = "svg class='seat-plan-over'";

// Run in the page.
const OBSERVE = `
  globalThis.changes = [];
  new MutationObserver((records) => {
    for (const { type, target } of records) changes.push(type + ' ' + (target.dataset.id ?? target.tagName));
  }).observe(document.querySelector('.seat-plan'), { attributes: true, childList: true, subtree: true });
`;
const COLOUR_SEATS = `
  const style = new CSSStyleSheet();
  style.replaceSync(".seat-plan .seat[data-state='MINE'] { fill: red }");
  document.adoptedStyleSheets.push(style);
`;

let browser: Browser;
let address: string;
beforeAll(async () => {
  browser = await launch();
  const { items } = await getJson<{ items: { id: string }[] }>(
    `${CATALOGUE}/spectacles/by-saas-customer/lumiere`,
  );
  const shows = await Promise.all(items.map(({ id }) => getJson<Show>(`${CATALOGUE}/spectacles/${id}`)));
  const performance = shows.flatMap(({ performances }) => performances).find(({ onSale }) => onSale);
  if (!performance) throw new Error('the theatre lumiere sells nothing');
  address = `${stackUrl()}/app/reservations/cart/add/${performance.id}`;
}, 60_000);
afterAll(() => browser?.close());

const SCREENS = {
  desktop: { viewport: DESKTOP },
  phone: { viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

async function withPlan<T>(
  screen: keyof typeof SCREENS,
  work: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(SCREENS[screen]);
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('.seat[data-state=FREE]').first().waitFor();
    await page.waitForLoadState('load');
    // For one person: a press takes the seat itself, and none beside it.
    await page.locator('.best .c-stepper button').first().click();
    return await work(page, await context.newCDPSession(page));
  } finally {
    await context.close();
  }
}

/** Presses the seat and waits until the page has answered. */
async function press(page: Page, id: string, state: 'FREE' | 'MINE', isTouch: boolean) {
  const seat = page.locator(`.seat[data-id="${id}"]`);
  await (isTouch ? seat.tap() : seat.click());
  await page.locator(`.seat[data-id="${id}"][data-state=${state}]`).waitFor({ state: 'attached' });
  await page
    .locator('[role=status].c-hidden', { hasText: state === 'MINE' ? /\d/ : /^$/ })
    .waitFor({ state: 'attached' });
}

const freeSeat = (page: Page): Promise<string> =>
  page.locator('.seat[data-state=FREE]').nth(60).getAttribute('data-id').then(String);

/** A trace of work: which sheets of the plan were painted and laid out. */
async function traced(devtools: CDPSession, work: () => Promise<void>): Promise<Work> {
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline' });
  await work();
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  const isSheet = (name: string | undefined): name is string => name === PLAN || name === SHEET;
  return {
    painted: events
      .filter(({ name }) => name === 'Paint')
      .map(({ args }) => args.data?.nodeName)
      .filter(isSheet),
    laidOut: events
      .flatMap(({ args }) => args.endData?.layoutRoots ?? [])
      .map(({ nodeName }) => nodeName)
      .filter(isSheet),
  };
}

/** A pick after the pointer, the focus and the basket are where they stay. */
async function pickedAgain(page: Page, devtools: CDPSession, isTouch: boolean): Promise<Work> {
  const id = await freeSeat(page);
  await press(page, id, 'MINE', isTouch);
  await press(page, id, 'FREE', isTouch);
  await page.waitForTimeout(1_000);
  const work = await traced(devtools, () => press(page, id, 'MINE', isTouch));
  await press(page, id, 'FREE', isTouch);
  return work;
}

describe('a press on a seat', () => {
  it.each(['desktop', 'phone'] as const)(
    'on a %s paints the sheet above the plan, and not the plan with all its seats',
    (screen) =>
      withPlan(screen, async (page, devtools) => {
        const { painted, laidOut } = await pickedAgain(page, devtools, screen === 'phone');
        expect(painted).toContain(SHEET);
        expect(painted).not.toContain(PLAN);
        expect(laidOut).not.toContain(PLAN);
      }),
    60_000,
  );

  it(
    'changes attributes of one node of the plan, and adds none to it',
    () =>
      withPlan('desktop', async (page) => {
        const id = await freeSeat(page);
        await page.evaluate(OBSERVE);
        await press(page, id, 'MINE', false);
        const changes = await page.evaluate<string[]>('changes');
        // The seat, and the one that had the place in the order of tabulation.
        const first = await page.locator('.seat').first().getAttribute('data-id');
        const others = changes.filter(
          (change) => ![`attributes ${id}`, `attributes ${first}`].includes(change),
        );
        expect(others).toEqual([]);
        expect(changes.length).toBeGreaterThan(2);
        await press(page, id, 'FREE', false);
      }),
    60_000,
  );

  it(
    'that changes the colour of the seat itself paints the plan, and this test detects it',
    () =>
      withPlan('desktop', async (page, devtools) => {
        await page.evaluate(COLOUR_SEATS);
        const { painted } = await pickedAgain(page, devtools, false);
        expect(painted).toContain(PLAN);
      }),
    60_000,
  );
});
