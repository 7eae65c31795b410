import type { Browser, Page } from 'playwright-core';
import { mailsTo } from '../support/mailbox';
import { newPerformance } from '../support/performance';
import { callOk } from '../support/public-api';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, fromStack, tokenOf } from '../support/stack';
import { DESKTOP, launch, login, open, picture, visitor } from './browser';
import { centsOf, chooseBestSeats, endSale } from './desk-steps';

const stamp = Date.now().toString(36);

let browser: Browser;
let token: string;
beforeAll(async () => {
  browser = await launch();
  token = await tokenOf(ADMINISTRATOR);
}, 60_000);
afterAll(() => browser?.close());

/** A person of the theatre in a language; a picture is saved of a step that fails. */
async function atWork(locale: string, name: string, work: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, consoleErrors } = await visitor(browser, DESKTOP, locale);
  try {
    await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
    await page.getByTestId('person-menu').waitFor();
    await work(page);
    expect(consoleErrors).toEqual([]);
  } catch (failure) {
    await picture(page, `${name}-failed`);
    throw failure;
  } finally {
    await context.close();
  }
}

const state = (page: Page, text: string) => page.locator('header.r-title').getByText(text, { exact: true });
const enabled = (page: Page, testId: string) =>
  eventually(async () =>
    expect(await page.getByTestId(testId).getAttribute('aria-disabled')).not.toBe('true'),
  );

/** Sells seats to a customer who is known, and opens the reservation. */
async function sellTo(
  page: Page,
  name: string,
  seats: number,
  performance: string,
): Promise<[string, number]> {
  await open(page, `prestiscene/reservations/add?performance=${performance}`);
  await page.getByTestId('desk-customer-search').fill(name);
  await page.getByRole('option', { name }).first().click();
  await chooseBestSeats(page, seats);
  await page.getByTestId('desk-means-CASH').click();
  const [code, totalMinor] = await endSale(page);
  await page.getByTestId('desk-done').getByRole('link').click();
  await page.getByTestId('record-title').filter({ hasText: code }).waitFor();
  return [code, totalMinor];
}

test(
  'a society buys at the desk and has its bill, of what it paid to the cent',
  () =>
    atWork('fr-FR', 'society', async (page) => {
      const name = `Verrerie Aubin & Fils ${stamp}`;
      const email = `compta-${stamp}@aubin.example`;
      await callOk('/b/api/crm/tiers', {
        token,
        body: {
          ...{ kind: 'society', name, email, siren: '732829320', intracommunityVatNumber: 'FR44732829320' },
          addresses: [
            {
              addressLine1: '12 quai des Célestins',
              zipCode: '69002',
              city: 'Lyon',
              country: 'FR',
              mainBilling: true,
            },
          ],
        },
      });
      const [, totalMinor] = await sellTo(page, name, 3, await newPerformance(token, {}));
      await enabled(page, 'create-bill');
      await page.getByTestId('create-bill').click();
      await state(page, 'Brouillon').waitFor();
      await page.getByTestId('transition-post').click();
      await page.getByTestId('transition-confirm').click();
      // The money of the box office settles it at once.
      await state(page, 'Payée').waitFor();
      expect(centsOf(await page.locator('.l-sums [data-total] dd').first().innerText())).toBe(totalMinor);
      await picture(page, 'society-bill');
      await page.getByTestId('transition-send').click();
      await page.locator('dialog[open]').getByLabel('Adresse').fill(email);
      await page.getByTestId('transition-confirm').click();
      await eventually(async () => {
        const bill = (await mailsTo(email)).find(({ attachments }) =>
          attachments.some(({ fileName }) => /FA-/.test(fileName ?? '')),
        );
        expect(bill).toBeDefined();
      }, 60_000);
    }),
  180_000,
);

test(
  'the desk in English: seats are exchanged for a better category, and the difference is collected',
  () =>
    atWork('en-GB', 'upgrade', async (page) => {
      // The language of the account is French; that of the device is chosen in the menu.
      await page.getByTestId('person-menu').click();
      await page.getByRole('button', { name: /^EN/ }).click();
      await page.locator('html[lang=en]').waitFor();
      const name = `Ada Marsh ${stamp}`;
      await callOk('/b/api/crm/tiers', {
        token,
        body: { kind: 'particular', firstName: 'Ada', lastName: `Marsh ${stamp}` },
      });
      const performance = await newPerformance(token, {});
      const { seats, categories } = await callOk<{
        seats: { id: string; categoryId: string; isPmr?: boolean }[];
        categories: { id: string; name: string }[];
      }>(`/app-api/configuration/representations/${performance}/plan`, {});
      const seatsOf = (category: string) =>
        seats.filter(
          (seat) => seat.categoryId === categories.find((each) => each.name === category)?.id && !seat.isPmr,
        );
      await open(page, `prestiscene/reservations/add?performance=${performance}`);
      await page.getByTestId('desk-customer-search').fill(name);
      await page.getByRole('option', { name }).first().click();
      for (const seat of seatsOf('Balcon').slice(0, 2)) await page.getByTestId(`seat-${seat.id}`).click();
      await eventually(async () => expect(await page.getByTestId('desk-line').count()).toBe(2));
      await page.getByTestId('desk-means-CARD').click();
      await picture(page, 'desk-english');
      const [code, totalMinor] = await endSale(page);
      await picture(page, 'desk-done-english');
      await page.getByTestId('desk-done').getByRole('link').click();
      await page.getByTestId('record-title').filter({ hasText: code }).waitFor();
      await picture(page, 'reservation-english');

      await page.getByTestId('exchange-places').click();
      await page.getByRole('button', { name: 'Best seats' }).waitFor();
      for (const seat of seatsOf('Carré Or').slice(4, 6)) await page.getByTestId(`seat-${seat.id}`).click();
      await page
        .getByText(/^→ Row /)
        .first()
        .waitFor();
      await enabled(page, 'exchange-confirm');
      await picture(page, 'exchange-english');
      await page.getByTestId('exchange-confirm').click();
      await page.getByTestId('record-title').filter({ hasText: code }).waitFor();
      await page.getByTestId('collect').filter({ hasText: '€' }).click();
      await page.getByTestId('desk-means-CASH').click();
      const confirm = page.getByTestId('collect-confirm');
      const supplement = centsOf(await confirm.innerText());
      expect(supplement).toBeGreaterThan(0);
      await confirm.click();
      await confirm.waitFor({ state: 'detached' });
      await page.getByTestId('reservation-payment').nth(1).waitFor();
      await picture(page, 'upgraded-english');
      expect(totalMinor).toBeGreaterThan(0);
    }),
  180_000,
);
