import type { Browser, Page } from 'playwright-core';
import { ADMINISTRATOR } from '../support/staff';
import { performanceOnSale, payAtBank, progressOf, saleUpToBank, type Progress } from '../support/sale';
import { eventually, stackUrl, tokenOf } from '../support/stack';
import { newPerformance } from '../support/performance';
import { changeSettings } from '../support/ticketing-settings';
import { DESKTOP, launch, PHONE, visitor } from './browser';

// Parts of a page that are loaded when somebody asks for them, where the line is dead: the page stays, and says so.

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
}, 60_000);
afterAll(() => browser?.close());

const noConnection = (page: Page) => page.getByText('Pas de connexion').first();
const openSeats = async (page: Page) => {
  await page.goto(`${stackUrl()}/app/reservations/cart/add/${await performanceOnSale()}?lang=fr`);
  await page.locator('.seat[data-state=FREE]').first().waitFor();
};

test('the list of seats shows that it is coming; without a line the plan stays, and the next press opens the list', async () => {
  const { page, context, consoleErrors } = await visitor(browser, DESKTOP);
  await openSeats(page);
  await context.setOffline(true);
  await page.getByTestId('seat-list-tab').click();
  await noConnection(page).waitFor();
  await page.getByTestId('seat-map').waitFor();
  await context.setOffline(false);

  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/static/js/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByTestId('seat-list-tab').click();
  await page.locator('.seat-list[aria-busy=true] .c-skeleton').first().waitFor();
  release();
  await page.locator('.seat-list button[data-testid^=seat-]').first().waitFor();
  expect(await page.locator('.seat-list[aria-busy]').count()).toBe(0);
  expect(consoleErrors).toEqual([]);
  await context.close();
}, 120_000);

test('a seat that is pressed without a line is not taken, and the plan is still there', async () => {
  const { page, context, consoleErrors } = await visitor(browser, PHONE);
  await openSeats(page);
  await context.setOffline(true);
  await page.locator('.seat[data-state=FREE]').first().click();
  await noConnection(page).waitFor();
  await page.getByTestId('seat-map').waitFor();
  await context.setOffline(false);
  await page.getByTestId('best-seats').click();
  await page.getByTestId('countdown').first().waitFor();
  expect(consoleErrors).toEqual([]);
  await context.close();
}, 120_000);

test('the account and the other language are asked for again when the line is back', async () => {
  const { page, context, consoleErrors } = await visitor(browser, DESKTOP);
  await page.goto(`${stackUrl()}/app/theatres/lumiere?lang=fr`);
  await page.getByTestId('account').waitFor();
  await page.mouse.move(50, 50);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByTestId('account').click();
  await noConnection(page).waitFor();
  await page.locator('main h1').waitFor();
  await page.getByRole('button', { name: /^EN/ }).click();
  await eventually(async () => expect(await page.getByText('Pas de connexion').count()).toBe(2), 5_000);
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  await context.setOffline(false);
  await page.getByTestId('account').click();
  await page.locator('.account-panel input[name=email]').waitFor();
  expect(consoleErrors).toEqual([]);
  await context.close();
}, 120_000);

/** A paid order on a performance of its own: the key that opens it. */
async function paidOrder(token: string): Promise<string> {
  const sale = await saleUpToBank({ performance: await newPerformance(token, {}) });
  await payAtBank(sale);
  const { orderKey } = await eventually(async () => {
    const progress = (await progressOf(sale)) as Progress & { orderKey: string };
    expect(progress).toMatchObject({ mailSent: true });
    return progress;
  }, 60_000);
  return orderKey;
}

test('tickets that are open stay on the screen when a part of their page cannot be loaded', async () => {
  const token = await tokenOf(ADMINISTRATOR);
  const { ticketTransfers } = await changeSettings(token, { ticketTransfers: true });
  const orderKey = await paidOrder(token);
  const { page, context, consoleErrors } = await visitor(browser, PHONE);
  await page.goto(`${stackUrl()}/app/o?lang=fr#${orderKey}`);
  await page.getByTestId('change-ticket').first().waitFor();
  await context.setOffline(true);
  await page.getByTestId('change-ticket').first().click();
  await noConnection(page).waitFor();
  await page.getByTestId('enlarge').first().click();
  await page.getByTestId('ticket-offline').waitFor();
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await page.getByTestId('change-ticket').first().click();
  await page.getByTestId('ticket-name').waitFor();
  expect(consoleErrors).toEqual([]);
  await context.close();
  await changeSettings(token, { ticketTransfers });
}, 180_000);

test('the ticket for the door is dark on white in a dark page, and keeps the colour of a light one', async () => {
  const orderKey = await paidOrder(await tokenOf(ADMINISTRATOR));
  const { page, context } = await visitor(browser, PHONE);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${stackUrl()}/app/o?lang=fr#${orderKey}`);
  await page.getByTestId('enlarge').first().click();
  await page.getByTestId('shown-ticket').waitFor();
  const look = () =>
    page.evaluate<string[]>(`(() => {
      const { backgroundColor, color } = getComputedStyle(document.querySelector('dialog'));
      return [document.documentElement.dataset.theme, backgroundColor, color,
        getComputedStyle(document.querySelector('dialog')).getPropertyValue('--primary')];
    })()`);
  expect(await look()).toEqual(['dark', 'rgb(255, 255, 255)', 'rgb(29, 26, 38)', '#5b2d86']);
  await page.evaluate(`{
    document.documentElement.dataset.theme = 'light';
    document.documentElement.style.setProperty('--primary', '#8a1c5c');
  }`);
  expect(await look()).toEqual(['light', 'rgb(255, 255, 255)', 'rgb(29, 26, 38)', '#8a1c5c']);
  await context.close();
}, 180_000);
