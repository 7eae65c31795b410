import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { soldVoucher } from '../support/gift-voucher';
import { changePerformance, newPerformance } from '../support/performance';
import { openAccount } from '../support/public-account';
import { mailedLink } from '../support/mailbox';
import { ADMINISTRATOR } from '../support/staff';
import { stackUrl, tokenOf } from '../support/stack';
import { changeSettings } from '../support/ticketing-settings';
import { performanceOnSale } from '../support/sale';
import { buy } from './purchase';
import type { Screen } from './screen';

/** Who buys with an account; the session of a tour is kept under this name. */
export const BUYER = 'buyer';

const CHANGES = { onlineCancellationHours: 1, onlineExchangeHours: 1, ticketTransfers: true };

/** Lets buyers of the theatre lumiere cancel, exchange and pass on tickets online; returns what brings its own settings back. */
export async function allowChanges(): Promise<() => Promise<void>> {
  const before = await changeSettings(await tokenOf(ADMINISTRATOR), CHANGES);
  return async () => void (await changeSettings(await tokenOf(ADMINISTRATOR), before));
}

const click = (testId: string, shows: string) => async (page: Page) => {
  await page.getByTestId(testId).first().click();
  await page.getByTestId(shows).first().waitFor();
};

/** A place on the waiting list of a date of its own; `withOffer` sets seats free, which are then offered. */
async function waitingEntry(page: Page, withOffer: boolean): Promise<string> {
  const token = await tokenOf(ADMINISTRATOR);
  const performance = await newPerformance(token, { isComplete: true });
  const email = `${randomUUID()}@buyer.example`;
  await page.goto(`${stackUrl()}/app/waiting-list/${performance}`);
  for (const [name, text] of Object.entries({ email, firstName: 'Zoé', lastName: 'Martin' }))
    await page.fill(`[name=${name}]`, text);
  for (const box of await page.locator('[data-testid=waiting-list-form] input[type=checkbox]').all())
    await box.check();
  await page.getByTestId('waiting-list-join').click();
  await page.getByTestId('waiting-list-joined').waitFor();
  if (withOffer) await changePerformance(token, performance, { isComplete: false });
  const link = await mailedLink(email, withOffer ? /^Des places se libèrent/ : /^Liste d’attente/, 'w');
  // The language of the mail, where the one of the picture is to be shown.
  return link.replace(/\?lang=\w+/, '');
}

/**
 * The screens of a buyer with an account who comes back: the account, a reservation and what may be changed of it, a gift
 * voucher, places on a waiting list. The theatre has to allow changes online. The page keeps the session.
 */
export async function buyerScreens(page: Page): Promise<Screen[]> {
  const email = `${randomUUID()}@buyer.example`;
  await openAccount(page.request, 'lumiere', email);
  const seats = `reservations/cart/add/${await performanceOnSale()}`;
  const { order } = await buy(page, seats, { Prénom: 'Zoé', Nom: 'Martin & fils' });
  const voucher = await soldVoucher('lumiere', email);
  const waiting = await waitingEntry(page, false);
  const offered = await waitingEntry(page, true);
  const at = (path: string, name: string, ready: string, then?: Screen['then']): Screen => ({
    name: `visitor--${name}`,
    url: path.startsWith('http') ? path : `${stackUrl()}/app/${path}`,
    user: BUYER,
    ready,
    ...(then ? { then } : {}),
  });
  const orderReady = '[data-testid=order]';
  return [
    at('account', 'account-details', '[data-testid=account-page]'),
    at('account/reservations', 'account-reservations', '[data-testid=my-orders]'),
    at('account', 'account-erase', '[data-testid=account-page]', click('erase', 'erase-send')),
    at('theatres/lumiere', 'account-panel', '[data-testid=account]', click('account', 'logout')),
    at(`gift-vouchers/mine#${voucher.link}`, 'gift-voucher', 'main h1'),
    at(order, 'order-cancel', orderReady, click('order-cancel', 'order-cancel-refund')),
    at(order, 'order-change-ticket', orderReady, click('change-ticket', 'ticket-name')),
    at(order, 'order-exchange', orderReady, click('order-exchange', 'exchange-dates')),
    at(order, 'order-exchange-confirm', orderReady, async (opened) => {
      await click('order-exchange', 'exchange-dates')(opened);
      await opened.locator('[data-testid=exchange-dates] [data-testid^=exchange-]').last().click();
      await opened.getByTestId('best-seats').click();
      await opened.locator('[data-testid=exchange-next]:not([aria-disabled=true])').click();
      await opened.getByTestId('exchange-money').waitFor();
    }),
    at(waiting, 'waiting-entry', '[data-testid=waiting-entry][data-state=WAITING]'),
    at(offered, 'waiting-offer', '[data-testid=waiting-entry][data-state=OFFERED]'),
  ];
}
