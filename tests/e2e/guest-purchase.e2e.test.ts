import type { Browser, Locator, Page } from 'playwright-core';
import { eventually, getJson, stackUrl } from '../support/stack';
import { mailsTo } from '../support/mailbox';
import { launch, DESKTOP, PHONE, picture, pressOn, tabTo, visitor } from './browser';

interface Show {
  id: string;
  performances: { id: string; onSale: boolean; placesRemaining: number }[];
}
const CATALOGUE = '/app-api/configuration';
const PAY = 'bank-pay';

let browser: Browser;
let show: string;
let performance: string;
beforeAll(async () => {
  browser = await launch();
  const { items } = await getJson<{ items: { id: string }[] }>(
    `${CATALOGUE}/spectacles/by-saas-customer/lumiere`,
  );
  const shows = await Promise.all(items.map(({ id }) => getJson<Show>(`${CATALOGUE}/spectacles/${id}`)));
  const isRoomy = ({ onSale, placesRemaining }: Show['performances'][number]) =>
    onSale && placesRemaining > 20;
  const found = shows.find(({ performances }) => performances.some(isRoomy));
  if (!found) throw new Error('the theatre lumiere sells nothing');
  show = found.id;
  performance = found.performances.find(isRoomy)?.id ?? '';
}, 60_000);
afterAll(() => browser?.close());

const showAddress = () => `${stackUrl()}/app/spectacles/${show}`;
const seatsAddress = () => `${stackUrl()}/app/reservations/cart/add/${performance}`;
const newEmail = () => `guest-${Date.now()}-${Math.floor(Math.random() * 1e6)}@buyer.example`;
const typed = (email: string) => ({ 'Adresse e-mail': email, Prénom: 'Zoé & Jo', Nom: 'D’Arc محمد' });

async function fill(page: Page, email: string): Promise<number> {
  const values = Object.entries(typed(email));
  for (const [label, text] of values) await page.getByLabel(label, { exact: true }).fill(text);
  return values.length;
}

/** Two seats in the basket and the checkout open. */
async function toCheckout(page: Page): Promise<void> {
  await page.goto(seatsAddress());
  await page.getByTestId('best-seats').click();
  await page.getByTestId('countdown').first().waitFor();
  await page.getByTestId('continue').first().click();
  await page.getByTestId('terms').waitFor();
}

const outcome = (page: Page, name: string) =>
  page.locator(`[data-testid="outcome"][data-outcome="${name}"]`).waitFor({ timeout: 60_000 });

test('a guest on a phone needs at most eight taps and three fields from the show to the thank-you', async () => {
  const { page, context, consoleErrors } = await visitor(browser, PHONE);
  let taps = 0;
  const tap = (target: Locator) => {
    taps++;
    return target.first().click();
  };
  await page.goto(showAddress());
  await tap(page.locator('[data-testid^="performance-"]'));
  await tap(page.getByTestId('best-seats'));
  await page.getByTestId('countdown').first().waitFor();
  await picture(page, 'best-seats');
  await tap(page.getByTestId('continue'));
  const email = newEmail();
  const fields = await fill(page, email);
  await picture(page, 'checkout');
  await tap(page.getByTestId('terms'));
  await tap(page.getByTestId('pay'));
  await tap(page.getByTestId(PAY));
  await outcome(page, 'VALIDATED');
  expect([taps <= 8, fields]).toEqual([true, 3]);
  // The account is offered now, and nothing has to be typed for it.
  await page.getByTestId('register-by-link').click();
  await page.getByTestId('link-sent').waitFor();
  const mail = await eventually(async () => {
    const mails = await mailsTo(email);
    const tickets = mails.find(({ attachments }) => attachments.length > 0);
    if (!tickets) throw new Error('no tickets yet');
    return tickets;
  }, 60_000);
  expect(JSON.stringify(mail)).toContain('محمد');
  const link = await eventually(async () => {
    const texts = (await mailsTo(email)).map(({ text }) => text);
    const [found] = texts.flatMap((text) => /https?:\/\/\S+\/login\?lang=\w+#[\w-]+/.exec(text)?.[0] ?? []);
    if (!found) throw new Error('no link yet');
    return found;
  }, 60_000);
  await page.goto(link);
  await page.getByTestId('log-in-by-link').click();
  await page.getByTestId('logged-in-by-link').getByRole('link').first().click();
  await page.getByTestId('my-orders').locator('[data-testid^="order-"]').first().waitFor();
  expect(consoleErrors).toEqual([]);
  await context.close();
}, 180_000);

test('a whole purchase is made by keyboard alone', async () => {
  const { page, context } = await visitor(browser, DESKTOP);
  await page.goto(showAddress());
  const press = (selector: string, key?: string) => pressOn(page, selector, key);
  await press('[data-testid^="performance-"]');
  await press('[data-testid=best-seats]');
  await page.getByTestId('countdown').first().waitFor();
  await press('[data-testid=continue]:not([aria-disabled=true])');
  await page.getByTestId('terms').waitFor();
  for (const [name, text] of Object.entries({ email: newEmail(), firstName: 'Léa', lastName: 'Moreau' })) {
    await tabTo(page, `#customer-${name}`);
    await page.keyboard.type(text);
  }
  await press('[data-testid=terms]', 'Space');
  await press('[data-testid=pay]');
  await page.getByTestId(PAY).waitFor();
  await press(`[data-testid=${PAY}]`);
  await outcome(page, 'VALIDATED');
  await context.close();
}, 180_000);

test('who turns back at the bank sees the cart, and pays it from there (R-159)', async () => {
  const { page, context } = await visitor(browser, PHONE);
  await toCheckout(page);
  await fill(page, newEmail());
  await page.getByTestId('terms').check();
  await page.getByTestId('pay').first().click();
  await page.getByTestId('bank-cancel').click();
  await page.getByTestId('retry').first().waitFor();
  // The show, the seats, the amount and the time that is left; nothing of the bank in the address.
  await page.locator('h1').first().waitFor();
  await page.getByTestId('total').first().waitFor();
  await page.getByText('Gardées encore').waitFor();
  await page.waitForURL((url) => url.search === '');
  await picture(page, 'canceled-at-bank');
  await page.getByTestId('retry').first().click();
  await page.getByTestId(PAY).click();
  await outcome(page, 'VALIDATED');
  await context.close();
}, 180_000);

test('back, forward and a reload lose nothing; what another tab has paid is not paid again', async () => {
  const { page, context } = await visitor(browser, DESKTOP);
  await toCheckout(page);
  const email = newEmail();
  await fill(page, email);
  await page.reload();
  const typedEmail = () => page.getByLabel('Adresse e-mail').inputValue();
  await page.getByTestId('terms').waitFor();
  expect(await typedEmail()).toBe(email);
  await page.goBack();
  await page.getByTestId('continue').first().waitFor();
  await page.goForward();
  await page.getByTestId('terms').waitFor();
  expect(await typedEmail()).toBe(email);

  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByTestId('terms').waitFor();
  await fill(other, email);
  await other.getByTestId('terms').check();
  await other.getByTestId('pay').first().click();
  await other.getByTestId(PAY).click();
  await outcome(other, 'VALIDATED');

  await page.getByTestId('terms').check();
  await page.getByTestId('pay').first().click();
  await page.getByText('Cette réservation est déjà payée').waitFor();
  await eventually(async () => {
    const mails = (await mailsTo(email)).filter(({ attachments }) => attachments.length > 0);
    expect(mails).toHaveLength(1);
  }, 60_000);
  await context.close();
}, 180_000);

test('a dead line at each step says so, and nothing is lost', async () => {
  const { page, context } = await visitor(browser, PHONE);
  const noConnection = page.getByText('Pas de connexion').first();
  await page.goto(seatsAddress());
  await page.locator('.seat[data-state=FREE]').first().waitFor();
  await context.setOffline(true);
  await page.getByTestId('best-seats').click();
  await noConnection.waitFor();
  await context.setOffline(false);
  await page.getByTestId('best-seats').click();
  await page.getByTestId('countdown').first().waitFor();
  await page.getByTestId('continue').first().click();
  await page.getByTestId('terms').waitFor();
  const email = newEmail();
  await fill(page, email);
  await page.getByTestId('terms').check();

  await context.setOffline(true);
  await page.getByTestId('pay').first().click();
  await noConnection.waitFor();
  expect(await page.getByLabel('Adresse e-mail').inputValue()).toBe(email);
  await context.setOffline(false);
  await page.getByTestId('pay').first().click();
  await page.getByTestId(PAY).waitFor();
  await page.goBack();
  await page.getByTestId('terms').waitFor();
  await page.getByTestId('terms').check();
  await page.getByTestId('pay').first().click();
  await page.getByTestId(PAY).click();
  await outcome(page, 'VALIDATED');
  await eventually(async () => {
    const mails = (await mailsTo(email)).filter(({ attachments }) => attachments.length > 0);
    expect(mails).toHaveLength(1);
  }, 60_000);
  await context.close();
}, 180_000);
