import type { Browser } from 'playwright-core';
import { allowChanges } from '../screens/buyer-screens';
import { violations } from '../screens/violations';
import { soldVoucher } from '../support/gift-voucher';
import { callApi, callOk } from '../support/public-api';
import { mailsTo } from '../support/mailbox';
import { payAtBank, progressOf, saleUpToBank, type Sale, type Wish } from '../support/sale';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, stackUrl, tokenOf } from '../support/stack';
import { launch, PHONE, picture, visitor } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const sold = async (
  seats: number,
  giftVoucher?: Wish['giftVoucher'],
): Promise<Sale & { orderKey: string }> => {
  const sale = await saleUpToBank({ seats, ...(giftVoucher && { giftVoucher }) });
  await payAtBank(sale);
  const { orderKey } = await eventually(async () => {
    const progress = (await progressOf(sale)) as Awaited<ReturnType<typeof progressOf>> & {
      orderKey: string;
    };
    expect(progress).toMatchObject({ documentReady: true, mailSent: true });
    return progress;
  }, 60_000);
  return { ...sale, orderKey };
};

test('the buyer opens the order by the link of the mail, shows tickets one by one and saves the files', async () => {
  const sale = await sold(2);
  const address = `${stackUrl()}/app/o?lang=fr#${sale.orderKey}`;
  const [mail] = await mailsTo(sale.email);
  expect(JSON.stringify(mail)).toContain(sale.orderKey);

  const buyer = await visitor(browser, PHONE);
  const { page } = buyer;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(address);
  await page.locator('[data-testid=order][data-situation=VALID]').waitFor();
  await page.getByText(`Commande ${sale.reservation.code}`).waitFor();
  expect(await page.locator('.order-tickets .order-qr').count()).toBe(2);
  await picture(page, 'order');
  expect(await violations(page)).toEqual([]);

  await page.getByTestId('enlarge').first().click();
  await page.getByText('Billet 1 sur 2').waitFor();
  await page.getByTestId('next-ticket').click();
  await page.getByText('Billet 2 sur 2').waitFor();
  await picture(page, 'order-ticket');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // A dialog gives the focus back to what opened it.
  await page.locator('[data-testid=enlarge]:focus').first().waitFor();

  const saved = async (button: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(button).click()]);
    return download.suggestedFilename();
  };
  expect([await saved('order-pdf'), await saved('order-calendar')]).toEqual([
    `${sale.reservation.code}.pdf`,
    `${sale.reservation.code}.ics`,
  ]);
  await page.getByTestId('order-resend').click();
  await page.getByText(`Vos billets arrivent à l’adresse ${sale.email}`).waitFor();
  // The key opens the order: it is in no address that a server sees.
  expect(requested.filter((url) => new URL(url).href.replace(/#.*/, '').includes(sale.orderKey))).toEqual([]);

  const token = await tokenOf(ADMINISTRATOR);
  await callOk(`/b/api/prestiscene/reservations/${sale.reservation.id}/transitions/cancel`, {
    token,
    body: {},
  });
  await page.reload();
  await page.locator('[data-testid=order][data-situation=CANCELED]').waitFor();
  expect(await page.locator('.order-tickets .order-qr').count()).toBe(0);
  await page.getByText('Ses billets ne sont plus valables.').waitFor();
  await picture(page, 'order-canceled');
  expect(await violations(page)).toEqual([]);
  expect(buyer.consoleErrors).toEqual([]);
  await buyer.context.close();
}, 240_000);

test('who cancels what a gift voucher has paid in part is told what is refunded and what goes back to it', async () => {
  const token = await tokenOf(ADMINISTRATOR);
  const { id } = await soldVoucher('lumiere');
  const path = `/b/api/prestiscene/gift-vouchers/${id}`;
  const voucher = () => callOk<{ code: string; balance: string }>(path, { token });
  const { value: key } = await callOk<{ value: string }>(`${path}/reveal`, { token, body: { field: 'key' } });
  const { code } = await voucher();
  const restore = await allowChanges();
  const buyer = await visitor(browser, PHONE);
  const { page } = buyer;
  try {
    const { orderKey, totalMinor } = await sold(1, { code, key });
    const card = totalMinor / 100 - 50;
    await page.goto(`${stackUrl()}/app/o?lang=fr#${orderKey}`);
    await page.locator('button[data-testid=order-cancel]').click();
    const refund = await page.getByTestId('order-cancel-refund').innerText();
    expect(refund.replace(/\s/g, ' ')).toBe(
      `${card},00 € vous seront rendus. 50,00 € reviennent sur votre bon cadeau.`,
    );
    await picture(page, 'order-cancel-voucher');
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('order-cancel-confirm').click();
    await page.locator('[data-testid=order][data-situation=CANCELED]').waitFor();
    await page.getByText(/50,00\s€ sont de nouveau sur votre bon cadeau/).waitFor();
    await picture(page, 'order-canceled-voucher');
    expect((await voucher()).balance).toBe('50.00');
    expect(buyer.consoleErrors).toEqual([]);
  } finally {
    await buyer.context.close();
    await restore();
  }
}, 120_000);

test('a link that opens nothing says so, whatever is wrong with it', async () => {
  const stranger = await visitor(browser, PHONE);
  for (const key of ['', '#', `#${'A'.repeat(64)}`]) {
    await stranger.page.goto('about:blank');
    await stranger.page.goto(`${stackUrl()}/app/o${key}`);
    await stranger.page.getByText('Ce lien n’ouvre aucune commande').waitFor();
  }
  const answer = await callApi('/app-api/prestiscene/reservations/order', {
    headers: { 'order-key': 'A'.repeat(64) },
  });
  expect(answer.status).toBe(404);
  await stranger.context.close();
}, 60_000);
