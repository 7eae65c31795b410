import type { Page } from 'playwright-core';
import { stackUrl } from '../support/stack';
import { performancesOf } from '../support/sale';
import { buy, hold, seatsPath } from './purchase';
import type { Screen } from './screen';
import { settled, slug } from './settled';

const at = (path: string, ready: string, overrides: Partial<Screen> = {}): Screen => ({
  name: `visitor--${slug(path)}`,
  url: `${stackUrl()}/app/${path}`,
  user: null,
  ready,
  ...overrides,
});

const BUYER = {
  Prénom: 'Camille',
  Nom: 'Durand',
  'Adresse e-mail': 'camille@visitor.example',
};

/**
 * The screens of a visitor: shows, seats, the checkout of a cart that this page holds, the confirmation of its
 * purchase, the logins, the page of the API. The page keeps the cart.
 */
export async function publicScreens(page: Page): Promise<Screen[]> {
  const items = await performancesOf('lumiere');
  const seats = seatsPath(items);
  const soldOut = items.find(({ onSale }) => !onSale);
  const { thanks, order } = await buy(page, seats, BUYER);
  await hold(page, seats);
  await page.getByTestId('continue').first().click();
  await settled(page, 'input[type=email]');
  const checkout = new URL(page.url()).pathname.replace(/^\/app\//, '');
  const show = await page.goto(`${stackUrl()}/app/theatres/lumiere`).then(async () => {
    const link = page.locator('a[href*="/spectacles/"]').first();
    return (await link.getAttribute('href')) ?? '';
  });
  return [
    at('', 'main h1', { name: 'visitor--home' }),
    at('theatres/lumiere', 'main h1'),
    at('theatres/lumiere/terms', 'main h1'),
    at('theatres/lumiere/privacy', 'main h1'),
    at(show.replace(/^\/app\//, ''), 'main h1'),
    at(seats, '[data-testid=seat-map]', { name: 'visitor--seats' }),
    at(seats, '[data-testid=seat-map]', {
      name: 'visitor--seats-list',
      then: async (opened) => {
        await opened.getByTestId('seat-list-tab').click();
        await opened.locator('.seat-list').waitFor();
      },
    }),
    at(checkout, 'input[type=email]', { name: 'visitor--edit-customer' }),
    at(checkout.replace('edit-customer', 'ask-email'), 'input[type=email]', { name: 'visitor--ask-email' }),
    ...(soldOut ? [at(`waiting-list/${soldOut.id}`, '[data-testid=waiting-list-form]')] : []),
    at(thanks, '[data-testid=tickets-pdf]', { name: 'visitor--return' }),
    at(order, '[data-testid=enlarge]', { name: 'visitor--order' }),
    at(order, '[data-testid=enlarge]', {
      name: 'visitor--order-ticket',
      then: async (opened) => {
        await opened.getByTestId('enlarge').first().click();
        await opened.getByTestId('shown-ticket').waitFor();
      },
    }),
    at('o#wrong', '[data-testid=order-unknown]', { name: 'visitor--order-unknown' }),
    at('theatres/lumiere/contact', 'main h1'),
    at('theatres/lumiere/password', '[data-testid=ask-reset]'),
    at('theatres/lumiere/login', '[data-testid=ask-login-link]'),
    at('theatres/lumiere/login#wrong', '[data-testid=link-unknown]', { name: 'visitor--login-link-unknown' }),
    at('gift-vouchers/cart/add/lumiere', '.gift-form'),
    at('gift-vouchers/mine#wrong', '.c-state', { name: 'visitor--gift-voucher-unknown' }),
    at('account/reservations', '[data-testid=signed-out]'),
    at('w#wrong', '[data-testid=waiting-entry-unknown]', { name: 'visitor--waiting-unknown' }),
    at('t#wrong', '[data-testid=ticket-unknown]', { name: 'visitor--ticket-unknown' }),
    at('account', '[data-testid=signed-out]'),
    at('account/erase#wrong', '[data-testid=link-unknown]', { name: 'visitor--erase-unknown' }),
    at('nowhere', '.c-state'),
    { name: 'login', url: `${stackUrl()}/b`, user: null, ready: '#username' },
    { name: 'api-docs', url: `${stackUrl()}/b/api/docs`, user: null, ready: '.opblock-tag' },
  ];
}
