import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { bankFaults } from '../support/bank';
import { chooseBank, SYSTEMPAY_SHOP } from '../support/bank-settings';
import { mailsTo } from '../support/mailbox';
import { newPerformance } from '../support/performance';
import { callOk } from '../support/public-api';
import { customer, freeSeats } from '../support/sale';
import { reservationOf } from '../support/staff';
import { eventually, stackUrl, tokenOf } from '../support/stack';
import { DESKTOP, launch, PHONE, picture, visitor } from './browser';

const DESK = '/b/api/prestiscene/desk';
const SLUG = 'comedie';

/** A theatre that has chosen Systempay: its buyers pay on that bank's page, and come back by its signed answer. */
describe('a theatre with Systempay', () => {
  let browser: Browser;
  let token: string;
  let performance: string;

  beforeAll(async () => {
    browser = await launch();
    token = await tokenOf('admin@comedie.example');
    await chooseBank(token, SYSTEMPAY_SHOP);
    performance = await newPerformance(token, {}, SLUG);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await chooseBank(token, { bankKitMode: 'PAYBOX', systempaySiteId: null, systempayKey: null });
  }, 60_000);

  const newEmail = () => `systempay-${randomUUID()}@buyer.example`;
  const outcome = (page: Page, name: string) =>
    page.locator(`[data-testid="outcome"][data-outcome="${name}"]`).waitFor({ timeout: 60_000 });
  const ticketsOf = (email: string) =>
    eventually(async () => {
      const tickets = (await mailsTo(email)).filter(({ attachments }) => attachments.length > 0);
      expect(tickets).toHaveLength(1);
    }, 60_000);

  /** As far as the page of the bank. */
  async function toBank(page: Page, email: string): Promise<void> {
    await page.goto(`${stackUrl()}/app/reservations/cart/add/${performance}`);
    await page.getByTestId('best-seats').click();
    await page.getByTestId('countdown').first().waitFor();
    await page.getByTestId('continue').first().click();
    await page.getByTestId('terms').waitFor();
    await page.locator('#customer-email').fill(email);
    await page.locator('#customer-firstName').fill('Zoé & Jo');
    await page.locator('#customer-lastName').fill('D’Arc محمد');
    await page.getByTestId('terms').check();
    await page.getByTestId('pay').first().click();
    await page.getByTestId('bank-pay').waitFor();
    expect(new URL(page.url()).pathname).toBe('/vads-payment/');
  }

  test('a guest pays on its page and gets the tickets; nothing of the bank stays in the address', async () => {
    const { page, context, consoleErrors } = await visitor(browser, PHONE);
    const email = newEmail();
    await toBank(page, email);
    await page.getByTestId('bank-pay').click();
    await outcome(page, 'VALIDATED');
    expect(page.url()).not.toContain('vads_');
    await picture(page, 'systempay-thanks');
    await ticketsOf(email);
    expect(consoleErrors).toEqual([]);
    await context.close();
  }, 180_000);

  test('a payment that only the browser brings back counts once', async () => {
    const { page, context } = await visitor(browser, DESKTOP);
    const email = newEmail();
    await toBank(page, email);
    await bankFaults({ notifications: 'lost' });
    try {
      await page.getByTestId('bank-pay').click();
      await outcome(page, 'VALIDATED');
      await page.reload();
      await outcome(page, 'VALIDATED');
      await ticketsOf(email);
    } finally {
      await bankFaults({ notifications: 'sent' });
    }
    await context.close();
  }, 180_000);

  test.each(['bank-cancel', 'bank-refuse'])(
    'after %s the cart is shown, and is paid from there',
    async (decision) => {
      const { page, context } = await visitor(browser, PHONE);
      const email = newEmail();
      await toBank(page, email);
      await page.getByTestId(decision).click();
      await page.getByTestId('retry').first().waitFor();
      await page.getByTestId('total').first().waitFor();
      await page.getByText('Gardées encore').waitFor();
      await page.waitForURL((url) => !url.search.includes('vads_'));
      await picture(page, `systempay-${decision}`);
      await page.getByTestId('retry').first().click();
      await page.getByTestId('bank-pay').click();
      await outcome(page, 'VALIDATED');
      await ticketsOf(email);
      await context.close();
    },
    180_000,
  );

  test('the link that the desk mails for a reservation leads to its page, and pays the reservation', async () => {
    const email = newEmail();
    const seats = (await freeSeats(performance, 2)).map(({ id }) => id);
    const holds = `${DESK}/representations/${performance}/holds`;
    const { cart } = await callOk<{ cart: { token: string } }>(holds, { token, body: { seats } });
    const deadline = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const { reservation } = await callOk<{ reservation: { id: string; code: string; state: string } }>(
      `${DESK}/sales`,
      {
        ...{ token, cart: cart.token, headers: { 'idempotency-key': randomUUID() } },
        body: { customer: customer(email), payment: { kind: 'link', deadline } },
      },
    );
    expect(reservation.state).toBe('PRE_RESERVATION');
    const link = await eventually(async () => {
      const texts = (await mailsTo(email)).map(({ text }) => text);
      const [found] = texts.flatMap(
        (text) => /https?:\/\/\S+\/app\/o\?lang=\w+#[\w-]+/.exec(text)?.[0] ?? [],
      );
      if (!found) throw new Error('no payment link yet');
      return found;
    }, 60_000);

    const { page, context, consoleErrors } = await visitor(browser, PHONE);
    // Turning back at the bank leaves the order as it was: it is paid by the same link.
    for (const decision of ['bank-cancel', 'bank-pay']) {
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByTestId('order-pay').click();
      await page.getByTestId(decision).waitFor();
      expect(new URL(page.url()).pathname).toBe('/vads-payment/');
      await page.getByTestId(decision).click();
      await page.waitForURL((url) => url.pathname === '/app/o' && !url.search.includes('vads_'));
    }
    await page.getByTestId('order-paid').waitFor({ timeout: 60_000 });
    await picture(page, 'systempay-order-paid');
    await eventually(async () => {
      expect((await reservationOf({ reservation }, token)).state).toBe('VALIDATED');
    }, 60_000);
    await ticketsOf(email);
    expect(consoleErrors).toEqual([]);
    await context.close();
  }, 180_000);

  test('the link that the desk mails for a gift voucher leads to its page, and pays the voucher', async () => {
    const email = newEmail();
    const deadline = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const { giftVoucher } = await callOk<{ giftVoucher: { id: string; code: string; state: string } }>(
      `${DESK}/gift-vouchers`,
      {
        ...{ token, headers: { 'idempotency-key': randomUUID() } },
        body: {
          ...{ customer: customer(email), amount: '80' },
          discount: { kind: 'percentage', percentage: '12.5' },
          payment: { kind: 'link', deadline },
        },
      },
    );
    expect(giftVoucher.state).toBe('DRAFT');
    const link = await eventually(async () => {
      const texts = (await mailsTo(email)).map(({ text }) => text);
      const [found] = texts.flatMap(
        (text) => /https?:\/\/\S+\/app\/gift-vouchers\/mine\?lang=\w+#[\w.-]+/.exec(text)?.[0] ?? [],
      );
      if (!found) throw new Error('no payment link yet');
      return found;
    }, 60_000);

    const { page, context, consoleErrors } = await visitor(browser, PHONE);
    // Turning back at the bank leaves the voucher as it was: it is paid by the same link.
    for (const decision of ['bank-cancel', 'bank-pay']) {
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByText('70,00 €').first().waitFor();
      await picture(page, `systempay-voucher-${decision}`);
      await page.getByTestId('retry').click();
      await page.getByTestId(decision).waitFor();
      expect(new URL(page.url()).pathname).toBe('/vads-payment/');
      await page.getByTestId(decision).click();
      await page.waitForURL(
        (url) => url.pathname.startsWith('/app/gift-vouchers') && !url.search.includes('vads_'),
      );
    }
    await page.getByTestId('voucher-pdf').waitFor({ timeout: 60_000 });
    await picture(page, 'systempay-voucher-paid');
    const { state, balance } = await callOk<{ state: string; balance: string }>(
      `/b/api/prestiscene/gift-vouchers/${giftVoucher.id}`,
      { token },
    );
    expect({ state, balance }).toEqual({ state: 'VALIDATED', balance: '80.00' });
    await ticketsOf(email);
    expect(consoleErrors).toEqual([]);
    await context.close();
  }, 180_000);
});
