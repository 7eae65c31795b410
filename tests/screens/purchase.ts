import type { Page } from 'playwright-core';
import type { OnSale } from '../support/sale';
import { stackUrl } from '../support/stack';

/** The page of the seats of the first date with some left, below `/app/`. */
export function seatsPath(performances: readonly OnSale[]): string {
  const performance = performances.find(({ onSale, placesRemaining }) => onSale && placesRemaining > 3);
  if (!performance) throw new Error('the theatre has no seats left to look at');
  return `reservations/cart/add/${performance.id}`;
}

/** Holds the seats that the page proposes first. */
export async function hold(page: Page, seats: string): Promise<void> {
  await page.goto(`${stackUrl()}/app/${seats}`);
  await page.getByTestId('best-seats').click();
  await page.getByTestId('countdown').first().waitFor();
}

const belowFront = (path: string) => path.replace(/^\/app\//, '');

/**
 * Buys as a visitor does.
 * @param buyer texts by the labels of their fields
 * @returns the page to which the bank sent the browser back, and that of the order, below `/app/`
 */
export async function buy(
  page: Page,
  seats: string,
  buyer: Readonly<Record<string, string>>,
): Promise<{ thanks: string; order: string }> {
  await hold(page, seats);
  await page.getByTestId('continue').first().click();
  for (const [label, text] of Object.entries(buyer)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByTestId('terms').check();
  await page.getByTestId('pay').first().click();
  await page.getByTestId('bank-pay').click();
  await page.locator('[data-outcome=VALIDATED]').waitFor({ timeout: 60_000 });
  const order = (await page.getByTestId('order-link').getAttribute('href')) ?? '';
  return { thanks: belowFront(new URL(page.url()).pathname), order: belowFront(order) };
}
