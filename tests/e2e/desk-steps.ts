import type { Page } from 'playwright-core';
import { eventually } from '../support/stack';
import { open } from './browser';

/** `1 234,56 €` in cents. */
export const centsOf = (text: string): number => Number(text.replace(/\D/g, ''));

interface Wish {
  /** Last name of the buyer, who is new. */
  buyer: string;
  seats: number;
  /** The next one on sale by default. */
  performance?: string;
}

/** Chooses the best seats at the desk for somebody new. */
export async function beginSale(page: Page, { buyer, seats, performance }: Wish): Promise<void> {
  await open(page, `prestiscene/reservations/add${performance ? `?performance=${performance}` : ''}`);
  await page.getByTestId('desk-party').waitFor();
  const customer = page.getByRole('region', { name: 'Client' });
  await customer.getByRole('button', { name: 'Créer' }).click();
  await customer.getByLabel('Nom', { exact: true }).fill(buyer);
  await chooseBestSeats(page, seats);
}

export async function chooseBestSeats(page: Page, seats: number): Promise<void> {
  await page.getByTestId('desk-party').fill(String(seats));
  await page.getByTestId('desk-party').press('Enter');
  await eventually(async () => expect(await page.getByTestId('desk-line').count()).toBe(seats));
}

/** Ends the sale; its code and its total in cents. */
export async function endSale(page: Page): Promise<[code: string, totalMinor: number]> {
  const collect = page.getByTestId('desk-collect');
  await eventually(async () => expect(await collect.getAttribute('aria-disabled')).not.toBe('true'));
  const total = centsOf(await page.getByTestId('desk-total').innerText());
  await collect.click();
  return [await page.getByTestId('desk-done').getByRole('link').innerText(), total];
}

/** Opens the page of a reservation from the list, as somebody does who has its code. */
export async function openReservation(page: Page, code: string): Promise<void> {
  await open(page, 'prestiscene/reservations');
  await page.getByText(code).first().click();
  const panel = page.getByTestId('side-panel');
  await panel.waitFor();
  const name = 'Ouvrir la page';
  await panel.getByRole('link', { name }).or(panel.getByRole('button', { name })).click();
  await page.getByTestId('record-title').filter({ hasText: code }).waitFor();
}
