import type { Browser, Page } from 'playwright-core';
import { mailsTo } from '../support/mailbox';
import { newPerformance } from '../support/performance';
import { callOk } from '../support/public-api';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, stackUrl, tokenOf } from '../support/stack';
import { changeSettings } from '../support/ticketing-settings';
import { DESKTOP, launch, PHONE, picture, visitor } from './browser';

const CONFIGURATION = '/b/api/configuration';
const PAY = 'bank-pay';

interface Stored {
  id: string;
  version: number;
}
interface Plan {
  seats: { row: string; tableId?: string | null; state: string }[];
}

let browser: Browser;
let token: string;
beforeAll(async () => {
  browser = await launch();
  token = await tokenOf(ADMINISTRATOR);
}, 60_000);
afterAll(() => browser?.close());

const make = async (path: string, body: object): Promise<string> =>
  (await callOk<Stored>(`${CONFIGURATION}/${path}`, { token, body })).id;

/** A show of its own, sold in a year or so; only who has its address finds it. */
async function showOnSale(show: object, performance: object = {}): Promise<string> {
  const name = `Essai ${Math.random().toString(36).slice(2, 8)}`;
  const id = await make('spectacles', { name, private: true, ...show });
  return newPerformance(token, { show: id, ...performance });
}

const newEmail = () => `places-${Date.now()}-${Math.floor(Math.random() * 1e6)}@buyer.example`;

async function fillCheckout(page: Page, email: string): Promise<void> {
  await page.getByTestId('terms').waitFor();
  await page.locator('#customer-email').fill(email);
  await page.locator('#customer-firstName').fill('Zoé & Jo');
  await page.locator('#customer-lastName').fill('D’Arc محمد');
  await page.getByTestId('terms').check();
}

const outcome = (page: Page, name: string) =>
  page.locator(`[data-testid="outcome"][data-outcome="${name}"]`).waitFor({ timeout: 60_000 });

const toSeats = (page: Page, performance: string) =>
  page.goto(`${stackUrl()}/app/reservations/cart/add/${performance}`);

const planPath = (performance: string) => `/app-api/configuration/representations/${performance}/plan`;

describe('a number of places', () => {
  let performance: string;
  beforeAll(async () => {
    performance = await showOnSale({ placement: 'ADMIN' }, { isMultiFormule: true });
  }, 60_000);

  it.each([
    ['phone', PHONE, 'fr-FR', 'le théâtre vous place lui-même'],
    ['desktop', DESKTOP, 'en-GB', 'the theatre chooses your seats'],
  ] as const)(
    'R-122: is bought on a %s where the theatre places its audience, without a plan',
    async (screen, size, locale, sentence) => {
      const { page, context, consoleErrors } = await visitor(browser, size, locale);
      await toSeats(page, performance);
      await page.getByText(sentence).waitFor();
      expect(await page.getByTestId('seat-map').count()).toBe(0);
      const formula = page.locator('[data-testid^="formula-"]').first();
      const plus = formula.locator('.c-stepper button').last();
      await plus.click();
      // A reload cuts a request that has no answer yet.
      const isHeld = page.waitForResponse(
        (response) =>
          response.url().endsWith('/places') && /"count":2\b/.test(response.request().postData() ?? ''),
      );
      await plus.click();
      expect((await isHeld).ok()).toBe(true);
      await page.getByTestId('countdown').first().waitFor();
      await picture(page, `by-number-${screen}`);
      await page.reload();
      await formula.locator('output', { hasText: '2' }).waitFor();
      await page.getByTestId('continue').first().click();
      await fillCheckout(page, newEmail());
      // No seat is named before the theatre has placed anybody.
      expect(await page.locator('.basket').innerText()).not.toMatch(/Rang|Row|Table/);
      await page.getByTestId('pay').first().click();
      await page.getByTestId(PAY).click();
      await outcome(page, 'VALIDATED');
      expect(consoleErrors).toEqual([]);
      await context.close();
    },
    180_000,
  );

  it('is chosen by keyboard alone, and nothing is left of it after the last place is given back', async () => {
    const { page, context } = await visitor(browser, DESKTOP);
    await toSeats(page, performance);
    const formula = page.locator('[data-testid^="formula-"]').first();
    const [minus, plus] = [
      formula.locator('.c-stepper button').first(),
      formula.locator('.c-stepper button').last(),
    ];
    await plus.focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('countdown').first().waitFor();
    await minus.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Choisissez un nombre de places.').waitFor();
    expect(await formula.locator('output').innerText()).toBe('0');
    // The page shows the choice before the server has answered.
    await eventually(async () => {
      const { seats } = await callOk<Plan>(planPath(performance));
      expect(seats.filter(({ state }) => state === 'HELD')).toEqual([]);
    }, 20_000);
    await context.close();
  }, 90_000);
});

test('a table that is sold whole is taken and given back with all of its chairs', async () => {
  const model = await callOk<{ room: { id: string }; formulas: { id: string }[] }>(
    `${CONFIGURATION}/representations/${await newPerformance(token, {})}`,
    { token },
  );
  const formula = await callOk<{ category: { id: string } }>(
    `${CONFIGURATION}/formules/${model.formulas[0]?.id}`,
    { token },
  );
  const table = (label: string, x: number) => ({
    ...{ id: label, label, form: 'ROUND', categoryId: formula.category.id, chairs: 4 },
    ...{ x, y: 0, width: 60, depth: 60 },
  });
  const plan = await callOk<Stored>(`${CONFIGURATION}/salles/${model.room.id}/plans`, {
    token,
    body: {
      name: `Tables ${Math.random().toString(36).slice(2, 8)}`,
      tables: [table('T1', 0), table('T2', 200)],
    },
  });
  const performance = await showOnSale({ wholeTables: true }, { planId: plan.id });
  const { page, context, consoleErrors } = await visitor(browser, DESKTOP);
  await toSeats(page, performance);
  await page.locator('.seat[data-state=FREE]').first().click();
  await page.locator('.seat[data-state=MINE]').nth(3).waitFor({ state: 'attached' });
  await page.getByTestId('countdown').first().waitFor();
  expect(await page.locator('.seat[data-state=MINE]').count()).toBe(4);
  await page.getByTestId('whole-tables').waitFor();
  await picture(page, 'whole-table');
  const { seats } = await callOk<Plan>(planPath(performance));
  expect(new Set(seats.filter(({ state }) => state !== 'FREE').map(({ row }) => row)).size).toBe(1);
  await page.locator('.seat[data-state=MINE]').first().click();
  await page.locator('.seat[data-state=MINE]').first().waitFor({ state: 'detached' });
  expect(consoleErrors).toEqual([]);
  await context.close();
}, 120_000);

describe('payment by link', () => {
  const setHours = (onlinePaymentLinkHours: number | null) =>
    changeSettings(token, { onlinePaymentLinkHours });
  beforeAll(() => setHours(48), 60_000);
  afterAll(() => setHours(null), 60_000);

  it('holds the seats, and the link of the mail pays them', async () => {
    const performance = await newPerformance(token, {});
    const { page, context, consoleErrors } = await visitor(browser, PHONE);
    await toSeats(page, performance);
    await page.getByTestId('best-seats').click();
    await page.getByTestId('countdown').first().waitFor();
    await page.getByTestId('continue').first().click();
    const email = newEmail();
    await fillCheckout(page, email);
    await picture(page, 'payment-link-offer');
    await page.getByTestId('pay-by-link').click();
    await page.getByTestId('link-reserved').waitFor();
    await picture(page, 'payment-link-sent');
    const link = await eventually(async () => {
      const [mail] = await mailsTo(email);
      const found = /https?:\/\/\S+\/app\/o\?lang=fr#[\w-]+/.exec(mail?.text ?? '')?.[0];
      if (!found) throw new Error('no payment link yet');
      return found;
    }, 60_000);
    const { pathname, search, hash } = new URL(link);
    await page.goto(`${stackUrl()}${pathname}${search}${hash}`);
    await page.getByTestId('order-pay').click();
    await page.getByTestId(PAY).click();
    await page.getByTestId('order-paid').waitFor({ timeout: 60_000 });
    expect(consoleErrors).toEqual([]);
    await context.close();
  }, 180_000);
});
