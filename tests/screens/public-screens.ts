import type { Page } from 'playwright-core';
import { getJson, stackUrl } from '../support/stack';
import type { Screen } from './screen';
import { settled, slug } from './settled';

interface Performance {
  id: string;
  spectacleId?: string;
  showId?: string;
  show?: { id: string };
  onSale: boolean;
  placesRemaining: number;
}

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

async function hold(page: Page, seatsPath: string): Promise<void> {
  await page.goto(`${stackUrl()}/app/${seatsPath}`);
  await page.getByTestId('best-seats').click();
  await page.getByTestId('countdown').first().waitFor();
}

/** Buys as a visitor does; returns the address to which the bank sent the browser back, and that of the order. */
async function buy(page: Page, seatsPath: string): Promise<{ thanks: string; order: string }> {
  await hold(page, seatsPath);
  await page.getByTestId('continue').first().click();
  for (const [label, text] of Object.entries(BUYER)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByTestId('terms').check();
  await page.getByTestId('pay').first().click();
  await page.getByTestId('bank-pay').click();
  await page.locator('[data-outcome=VALIDATED]').waitFor({ timeout: 60_000 });
  const order = (await page.getByTestId('order-link').getAttribute('href')) ?? '';
  const inFront = (path: string) => path.replace(/^\/app\//, '');
  return { thanks: inFront(new URL(page.url()).pathname), order: inFront(order) };
}

/**
 * The screens of a visitor: shows, seats, the checkout of a cart that this page holds, the confirmation of its
 * purchase, the logins, the page of the API. The page keeps the cart.
 */
export async function publicScreens(page: Page): Promise<Screen[]> {
  const theatre = await getJson<{ id: string }>('/app-api/configuration/saas-customers/lumiere');
  const { items } = await getJson<{ items: Performance[] }>(
    `/app-api/configuration/representations/by-saas-customer/${theatre.id}`,
  );
  const performance = items.find(({ onSale, placesRemaining }) => onSale && placesRemaining > 3);
  if (!performance) throw new Error('the theatre lumiere has no seats left to look at');
  const soldOut = items.find(({ onSale }) => !onSale);
  const seats = `reservations/cart/add/${performance.id}`;
  const { thanks, order } = await buy(page, seats);
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
