import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { mailedLink } from '../support/mailbox';
import { changePerformance, newPerformance } from '../support/performance';
import { callOk } from '../support/public-api';
import { payAtBank, progressOf, saleUpToBank, type Progress } from '../support/sale';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, fromStack, stackUrl, tokenOf } from '../support/stack';
import { changeSettings } from '../support/ticketing-settings';
import { DESKTOP, launch, login, open, picture, pressOn, tabTo, visitor } from './browser';

// What a visitor and the box office do, without a mouse. A purchase of seats is in `guest-purchase.e2e.test.ts`.

const CONFIGURATION = '/b/api/configuration';
const PAY_AT_BANK = '[data-testid=bank-pay]';

let browser: Browser;
let token: string;
beforeAll(async () => {
  browser = await launch();
  token = await tokenOf(ADMINISTRATOR);
}, 60_000);
afterAll(() => browser?.close());

const newEmail = () => `keys-${randomUUID()}@buyer.example`;

/** Whether the focus is on the page, or in it: not on nothing, from where a screen reader reads nothing. */
const hasFocus = (page: Page) => page.evaluate<boolean>('document.activeElement !== document.body');
const expectFocus = (page: Page) => eventually(async () => expect(await hasFocus(page)).toBe(true), 5_000);

async function typeInto(page: Page, values: Record<string, string>): Promise<void> {
  for (const [selector, text] of Object.entries(values)) {
    await page.locator(selector).waitFor();
    await tabTo(page, selector);
    await page.keyboard.type(text);
  }
}

test('a gift voucher is bought', async () => {
  const { page, context, consoleErrors } = await visitor(browser, DESKTOP);
  await page.goto(`${stackUrl()}/app/gift-vouchers/cart/add/lumiere`);
  await typeInto(page, { '#gift-amount': '75' });
  await pressOn(page, '[data-testid=continue]');
  await page.getByTestId('pay').waitFor();
  await expectFocus(page);
  await typeInto(page, {
    '#customer-email': newEmail(),
    '#customer-firstName': 'Zoé & Jo',
    '#customer-lastName': 'D’Arc',
  });
  await pressOn(page, '[data-testid=terms]', 'Space');
  await pressOn(page, '[data-testid=pay]');
  await pressOn(page, PAY_AT_BANK);
  const voucher = page.locator('[data-testid=voucher][data-outcome=VALIDATED]');
  await voucher.waitFor({ timeout: 60_000 });
  expect(await voucher.innerText()).toMatch(/75,00\s€/);
  await picture(page, 'keyboard-voucher');
  expect(consoleErrors).toEqual([]);
  await context.close();
}, 180_000);

describe('an exchange', () => {
  const setHours = (onlineExchangeHours: number | null) => changeSettings(token, { onlineExchangeHours });
  beforeAll(() => setHours(24), 60_000);
  afterAll(() => setHours(null), 60_000);

  it('is made on the page of the order', async () => {
    const { id: show } = await callOk<{ id: string }>(`${CONFIGURATION}/spectacles`, {
      token,
      body: { name: `Échange ${randomUUID().slice(0, 6)}`, private: true, placement: 'CUSTOMER' },
    });
    const from = await newPerformance(token, { show });
    const to = await newPerformance(token, { show });
    const sale = await saleUpToBank({ performance: from });
    await payAtBank(sale);
    const { orderKey } = await eventually(async () => {
      const progress = (await progressOf(sale)) as Progress & { orderKey: string };
      expect(progress).toMatchObject({ mailSent: true });
      return progress;
    }, 60_000);

    const { page, context, consoleErrors } = await visitor(browser, DESKTOP);
    await page.goto(`${stackUrl()}/app/o?lang=fr#${orderKey}`);
    await pressOn(page, '[data-testid=order-exchange]');
    await page.getByTestId('exchange-dates').waitFor();
    await expectFocus(page);
    await pressOn(page, `[data-testid=exchange-${to}]`);
    await page.getByTestId('best-seats').waitFor();
    await expectFocus(page);
    await pressOn(page, '[data-testid=best-seats]');
    await pressOn(page, '[data-testid=exchange-next]:not([aria-disabled=true])');
    await pressOn(page, '[data-testid=exchange-confirm]:not([aria-disabled=true])');
    await page.locator('[data-testid=order][data-situation=VALID]').waitFor();
    await expectFocus(page);
    await picture(page, 'keyboard-exchange');
    const { performance } = await callOk<{ performance: { id: string } }>(
      '/app-api/prestiscene/reservations/order',
      { headers: { 'order-key': orderKey } },
    );
    expect(performance.id).toBe(to);
    expect(consoleErrors).toEqual([]);
    await context.close();
  }, 240_000);
});

test('a waiting list is joined, and its offer bought', async () => {
  const performance = await newPerformance(token, { isComplete: true });
  const email = newEmail();
  const { page, context, consoleErrors } = await visitor(browser, DESKTOP);
  try {
    await page.goto(`${stackUrl()}/app/waiting-list/${performance}`);
    await typeInto(page, {
      '#waiting-firstName': 'Zoé',
      '#waiting-lastName': 'Martin',
      '#waiting-email': email,
    });
    await pressOn(page, '#waiting-consent', 'Space');
    await pressOn(page, '[data-testid=waiting-list-join]');
    await page.getByTestId('waiting-list-joined').waitFor();
    await expectFocus(page);

    await changePerformance(token, performance, { isComplete: false });
    const link = await mailedLink(email, /^Des places se libèrent/, 'w');
    await page.goto(link);
    await pressOn(page, '[data-testid=waiting-offer-buy]');
    await page.waitForURL(/\/edit-customer$/);
    await pressOn(page, '[data-testid=terms]', 'Space');
    await pressOn(page, '[data-testid=pay]:not([aria-disabled=true])');
    await pressOn(page, PAY_AT_BANK);
    await page.locator('[data-testid=outcome][data-outcome=VALIDATED]').waitFor({ timeout: 60_000 });
    await picture(page, 'keyboard-waiting-list');
    expect(consoleErrors).toEqual([]);
  } finally {
    await changePerformance(token, performance, { activeReservation: 'NO', displayCalendar: 'ADMIN' });
    await context.close();
  }
}, 240_000);

test('two seats are sold at the desk to a known customer with at most twelve presses', async () => {
  const { page, context, consoleErrors } = await visitor(browser, DESKTOP);
  await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
  await page.getByTestId('person-menu').waitFor();
  await open(page, 'prestiscene/reservations/add');
  await page.getByTestId('seat-map').waitFor();
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    presses += keys.length;
  };
  // The search of the customer has the focus when the screen opens.
  await eventually(async () =>
    expect(
      await page
        .getByTestId('desk-customer-search')
        .evaluate((own) => own === own.ownerDocument.activeElement),
    ).toBe(true),
  );
  await press(...'Alme', 'Enter');
  await page.getByTestId('desk-customer').getByText('Almeida').waitFor();
  // Two people at first: their number has the focus.
  await press('Enter');
  await page.getByTestId('desk-line').nth(1).waitFor();
  await page.locator('[data-testid=desk-collect]:not([aria-disabled=true])').waitFor();
  await press('2', 'Control+Enter');
  await page.getByTestId('desk-done').waitFor();
  expect(presses).toBeLessThanOrEqual(12);
  await picture(page, 'keyboard-desk');
  // The next sale is one press away.
  await page.keyboard.press('Enter');
  await page.getByTestId('desk-customer-search').waitFor();
  await eventually(async () =>
    expect(
      await page
        .getByTestId('desk-customer-search')
        .evaluate((own) => own === own.ownerDocument.activeElement),
    ).toBe(true),
  );
  expect(consoleErrors).toEqual([]);
  await context.close();
}, 120_000);
