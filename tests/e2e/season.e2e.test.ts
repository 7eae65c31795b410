import type { Browser, Page } from 'playwright-core';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, fromStack } from '../support/stack';
import { DESKTOP, launch, login, open, picture, visitor } from './browser';
import { beginSale, centsOf, endSale, openReservation } from './desk-steps';

const stamp = Date.now().toString(36);
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date());

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

/** Debits less credits of an account in what is booked today, in cents. */
async function bookedOn(page: Page, account: string): Promise<number> {
  await open(page, `prestiscene/statements?kind=ACCOUNTING&from=${today}&until=${today}`);
  await page.getByRole('heading', { name: 'Écritures comptables' }).waitFor();
  await page.locator('section[aria-busy=false]').waitFor();
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell', { name: account, exact: true }) });
  const amounts = await rows.evaluateAll((found) =>
    (found as unknown as { cells: { innerText: string }[] }[]).map(({ cells }) =>
      [...cells].slice(-2).map(({ innerText }) => innerText),
    ),
  );
  return amounts.reduce((sum, [debit = '', credit = '']) => sum + centsOf(debit) - centsOf(credit), 0);
}

/** What the till report says of a means of payment today, in cents: payments less refunds. */
async function inTill(page: Page, means: string): Promise<number> {
  await open(page, `prestiscene/statements?kind=TILL&from=${today}&until=${today}`);
  await page.getByRole('heading', { name: 'Feuille de caisse' }).waitFor();
  await page.locator('section[aria-busy=false]').waitFor();
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: means, exact: true }) });
  const [balance = ''] = await row.locator('td:last-child').allInnerTexts();
  return centsOf(balance);
}

/** Sells the best seats at the desk to somebody new; returns the code of the reservation and its total in cents. */
async function sell(page: Page, buyer: string, seats: number, means: string): Promise<[string, number]> {
  await beginSale(page, { buyer: `${buyer} ${stamp}`, seats });
  await page.getByTestId(`desk-means-${means}`).click();
  return endSale(page);
}

test('an evening at the desk: sold, collected, given back in part and refunded, and booked to the cent', async () => {
  const { page, consoleErrors } = await visitor(browser, DESKTOP);
  try {
    await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
    await page.getByTestId('person-menu').waitFor();
    const before = { cash: await bookedOn(page, '53'), cheques: await bookedOn(page, '5112') };
    const till = { cash: await inTill(page, 'Espèces'), cheques: await inTill(page, 'Chèque') };

    const [sold, soldMinor] = await sell(page, 'Aubert', 3, 'CASH');
    const [promised, promisedMinor] = await sell(page, 'Estève', 2, 'LATER');

    await openReservation(page, promised);
    await page.getByTestId('collect').click();
    await page.getByTestId('desk-means-CHEQUE').click();
    await page.getByTestId('collect-confirm').click();
    await page.locator('header').getByText('Validée', { exact: true }).first().waitFor();

    await openReservation(page, sold);
    await page.getByTestId('cancel-places').click();
    await page.getByTestId('cancel-place').first().check();
    await page.getByTestId('cancel-places-confirm').click();
    const payment = page.getByTestId('reservation-payment');
    await payment.getByText('à rembourser').waitFor();
    const backMinor = centsOf(await payment.locator('.c-chip').innerText());
    expect(backMinor).toBeGreaterThan(0);
    await payment.getByRole('link').click();
    // The payment is marked a moment after the reservation.
    const refund = page.getByRole('button', { name: 'Enregistrer le remboursement' });
    await eventually(async () => {
      await page.reload();
      await refund.waitFor({ timeout: 2_000 });
    });
    await refund.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mode').selectOption('CASH');
    // Cash has no number of an operation.
    await dialog.getByTestId('refund-save').click();
    await page.getByText('Partiellement remboursé').first().waitFor();

    await eventually(async () => {
      expect((await bookedOn(page, '53')) - before.cash).toBe(soldMinor - backMinor);
      expect((await bookedOn(page, '5112')) - before.cheques).toBe(promisedMinor);
    });
    expect((await inTill(page, 'Espèces')) - till.cash).toBe(soldMinor - backMinor);
    expect((await inTill(page, 'Chèque')) - till.cheques).toBe(promisedMinor);
    expect(consoleErrors).toEqual([]);
  } catch (failure) {
    await picture(page, 'season-failed');
    throw failure;
  }
}, 180_000);

test('the page of a performance that was played leads to the till and to the statement of its day', async () => {
  const { page, consoleErrors } = await visitor(browser, DESKTOP);
  try {
    await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
    await page.getByTestId('person-menu').waitFor();
    await open(page, `configuration/representations?f.date.lte=${today}`);
    const played = page.getByRole('grid').locator('tbody tr a').first();
    await open(page, ((await played.getAttribute('href')) ?? '').replace('/b/', ''));
    const evening = page.getByTestId('evening');
    await evening.getByText('Spectateurs arrivés').waitFor();
    await evening.getByRole('link', { name: 'Relevé de recettes' }).click();
    await page.getByRole('heading', { name: 'Relevé de recettes' }).waitFor();
    await page.locator('section[aria-busy=false]').waitFor();
    await page.goBack();
    await evening.getByRole('link', { name: 'Feuille de caisse' }).click();
    await page.getByRole('heading', { name: 'Feuille de caisse' }).waitFor();
    expect(consoleErrors).toEqual([]);
  } catch (failure) {
    await picture(page, 'evening-failed');
    throw failure;
  }
}, 90_000);
