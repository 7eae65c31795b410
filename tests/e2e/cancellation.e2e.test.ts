import { type Browser, type Page } from 'playwright-core';
import { payWithoutNotification } from '../support/bank';
import { mailsTo } from '../support/mailbox';
import { callApi, callOk, type ProblemBody } from '../support/public-api';
import { payAtBank, progressOf, saleUpToBank, type Sale } from '../support/sale';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, fromStack, stackUrl, tokenOf } from '../support/stack';
import { DESKTOP, launch, login, open, PHONE, picture, visitor } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

/** Lets the buyer's page show a sale that was made without a browser: its requests carry the token of that cart. */
async function asOwnerOf(page: Page, { cart }: Sale): Promise<void> {
  // Fetched here, because the browser would send its own session, whose cart is another.
  await page.route('**/app-api/prestiscene/reservations/**', async (route) => {
    const answer = await fetch(route.request().url(), { headers: { 'cart-token': cart } });
    await route.fulfill({
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? 'application/json',
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
}

const soldAndMailed = async (seats: number): Promise<Sale> => {
  const sale = await saleUpToBank({ seats });
  await payAtBank(sale);
  await eventually(async () => expect(await progressOf(sale)).toMatchObject({ mailSent: true }), 60_000);
  return sale;
};

test('a reservation with arrived visitors is cancelled and refunded, and its buyer sees both', async () => {
  const sale = await soldAndMailed(2);
  const token = await tokenOf(ADMINISTRATOR);
  const door = `/b/api/prestiscene/reception/representations/${sale.performance}/reservations`;
  await callOk(`${door}/${sale.reservation.id}/arrived-count`, { token, body: { arrivedCount: 1 } });

  const staff = await visitor(browser, DESKTOP);
  const { page } = staff;
  await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
  await page.getByTestId('person-menu').waitFor();
  await open(page, `prestiscene/reservations/${sale.reservation.id}/informations`);
  await page.getByTestId('transition-cancel').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 personne sur 2 est déjà dans la salle').waitFor();
  await dialog.getByText('2 places redeviennent libres').waitFor();
  await dialog.getByText(sale.email).waitFor();
  const amount = (sale.totalMinor / 100).toFixed(2).replace('.', ',');
  await dialog.getByText(new RegExp(`${amount}.*ont été payés`)).waitFor();
  await picture(page, 'cancel-dialog');
  await dialog.getByRole('button', { name: 'Garder la réservation' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await progressOf(sale)).toMatchObject({ state: 'VALIDATED' });

  await page.getByTestId('transition-cancel').first().click();
  // The cancellation needs an explicit confirmation.
  await dialog.getByTestId('cancel-arrived').waitFor();
  await dialog.getByRole('button', { name: 'Annuler la réservation' }).click({ force: true });
  expect(await progressOf(sale)).toMatchObject({ state: 'VALIDATED' });
  await dialog.getByTestId('cancel-arrived').check();
  await dialog.getByRole('button', { name: 'Annuler la réservation' }).click();
  await dialog.waitFor({ state: 'detached' });
  const payment = page.getByTestId('reservation-payment');
  await payment.getByText('à rembourser').waitFor();
  await picture(page, 'cancelled-reservation');

  const ticketsResponse = await callApi<ProblemBody>(
    `/app-api/prestiscene/reservations/${sale.reservation.id}/tickets.pdf`,
    {
      cart: sale.cart,
    },
  );
  expect([ticketsResponse.status, ticketsResponse.body.code]).toEqual([410, 'document.gone']);
  await open(page, `prestiscene/reception/${sale.performance}`);
  await page.getByTestId(`reception-${sale.reservation.code}`).getByText('Billet annulé').waitFor();
  await picture(page, 'cancelled-reception');
  await page.setViewportSize(PHONE);
  await page.getByTestId(`reception-${sale.reservation.code}`).getByText('Billet annulé').waitFor();
  await page.setViewportSize(DESKTOP);

  // Payments to be refunded have a list of their own.
  await open(page, 'sale/payments?f.refundState.eq=TO_REFUND');
  await page.getByText(sale.reservation.code).first().waitFor();
  await picture(page, 'payments-to-refund');
  await open(page, `sale/payments/${sale.paymentId}/informations`);
  await page.getByTestId('refund-record').click();
  await page.getByTestId('refund-save').click();
  await dialog.locator('.c-error').first().waitFor();
  await page.getByTestId('refund-reference').fill('VIR-2026-118');
  await picture(page, 'refund-dialog');
  await page.getByTestId('refund-save').click();
  await page.getByText('VIR-2026-118').first().waitFor();
  await page.getByTestId('refund-undo').waitFor();
  await picture(page, 'payment-refunded');
  expect(staff.consoleErrors).toEqual([]);
  await staff.context.close();

  const buyer = await visitor(browser, PHONE);
  await asOwnerOf(buyer.page, sale);
  await buyer.page.goto(`${stackUrl()}/app/reservations/${sale.reservation.id}/return`);
  await buyer.page.getByText('Votre réservation est annulée').first().waitFor();
  await buyer.page.getByText('vous ont été remboursés').waitFor();
  await picture(buyer.page, 'buyer-cancelled');
  expect(buyer.consoleErrors).toEqual([]);
  await buyer.context.close();

  const mails = await eventually(async () => {
    const own = await mailsTo(sale.email);
    expect(own).toHaveLength(3);
    return own;
  }, 60_000);
  const subjects = mails.map(({ subject }) => subject).join('\n');
  expect(subjects).toMatch(/est annulée/);
  expect(subjects).toMatch(/Votre remboursement/);
}, 240_000);

test('a lost notification is delivered by the browser, and removed from the address bar', async () => {
  const sale = await saleUpToBank({ seats: 1 });
  const { returnUrl } = await payWithoutNotification(sale.form);
  expect(await progressOf(sale)).toMatchObject({ outcome: 'PENDING' });
  const buyer = await visitor(browser, PHONE);
  await asOwnerOf(buyer.page, sale);
  await buyer.page.goto(returnUrl);
  await buyer.page.locator('[data-testid="outcome"][data-outcome="VALIDATED"]').waitFor({ timeout: 60_000 });
  expect(buyer.page.url()).not.toMatch(/[?&](K|M|R|T|S|A|E)=/);
  await buyer.page.reload();
  await buyer.page.locator('[data-testid="outcome"][data-outcome="VALIDATED"]').waitFor({ timeout: 60_000 });
  expect(buyer.consoleErrors).toEqual([]);
  await buyer.context.close();
}, 120_000);
