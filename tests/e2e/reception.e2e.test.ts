import { type Browser } from 'playwright-core';
import { callOk } from '../support/public-api';
import { payAtBank, progressOf, saleUpToBank } from '../support/sale';
import { inDatabaseOf } from '../support/service-database';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, fromStack, tokenOf } from '../support/stack';
import { launch, login, open, PHONE, picture, visitor } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

test('a door lets in with tickets, goes on without a network, and sends what it did when the line is back', async () => {
  const sale = await saleUpToBank({ seats: 2 });
  await payAtBank(sale);
  await eventually(async () => expect((await progressOf(sale)).tickets).toHaveLength(2));
  const [first, second] = await inDatabaseOf<{ secret: string }>(
    'ticketing',
    'SELECT secret FROM ticket WHERE reservation_id = $1 ORDER BY id',
    [sale.reservation.id],
  );
  const door = await visitor(browser, PHONE);
  const { page, context } = door;
  await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
  await page.getByTestId('person-menu').waitFor();
  await open(page, `prestiscene/reception/${sale.performance}`);
  const field = page.getByTestId('reception-search');
  const answer = page.getByTestId('reception-answer');
  await field.waitFor();
  expect(await field.getAttribute('inputmode')).toBe('none');
  // A hand scanner types into the field that has the focus.
  const scan = async (code: string) => {
    await eventually(async () =>
      expect(await field.evaluate((own) => own === own.ownerDocument.activeElement)).toBe(true),
    );
    await page.keyboard.insertText(code);
    await page.keyboard.press('Enter');
  };
  await scan(first!.secret);
  await answer.getByText('Bienvenue').waitFor();
  await picture(page, 'reception-green');
  await scan(first!.secret);
  await answer.getByText('Déjà entré à').waitFor();
  await picture(page, 'reception-amber');

  await context.setOffline(true);
  await scan(second!.secret);
  await answer.getByText('Bienvenue').waitFor();
  await page.getByTestId('reception-offline').getByText('1 arrivée en attente d’envoi').waitFor();
  await scan(second!.secret);
  await answer.getByText('Déjà entré à').waitFor();
  await picture(page, 'reception-offline');

  await context.setOffline(false);
  await page.getByTestId('reception-offline').waitFor({ state: 'detached' });
  const token = await tokenOf(ADMINISTRATOR);
  const list = await callOk<{ items: { arrivedCount: number }[] }>(
    `/b/api/prestiscene/reception/representations/${sale.performance}/reservations?q=${sale.reservation.code}`,
    { token },
  );
  expect(list.items).toMatchObject([{ arrivedCount: 2 }]);
  expect(door.consoleErrors).toEqual([]);
  await context.close();
}, 120_000);
