import { type Browser, type Page } from 'playwright-core';
import { payAtBank, progressOf, saleUpToBank } from '../support/sale';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, fromStack } from '../support/stack';
import { DESKTOP, launch, login, open, picture, visitor } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

async function planOf(performance: string): Promise<Page> {
  const { page } = await visitor(browser, DESKTOP);
  await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
  await page.getByTestId('person-menu').waitFor();
  await open(page, `configuration/representations/${performance}/plan`);
  await page.getByTestId('seat-map').waitFor();
  return page;
}

test('a reservation moves on the plan by keys and by the mouse, a colleague sees it, and it moves back', async () => {
  const sale = await saleUpToBank({ seats: 2 });
  await payAtBank(sale);
  await eventually(async () => expect((await progressOf(sale)).tickets).toHaveLength(2));
  const page = await planOf(sale.performance);
  const colleague = await planOf(sale.performance);
  const party = (of: Page) => of.getByTestId(`party-${sale.reservation.code}`);
  const seats = (of: Page) => party(of).locator('small').innerText();
  await party(page).waitFor();
  const before = await seats(page);

  await party(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await eventually(async () => expect(await seats(page)).not.toBe(before));
  await eventually(async () => expect(await seats(colleague)).toBe(await seats(page)));
  await picture(page, 'placement-moved');
  await page.keyboard.press('Control+z');
  await eventually(async () => expect(await seats(page)).toBe(before));
  await eventually(async () => expect(await seats(colleague)).toBe(before));

  const free = page.locator('.seat[data-state=FREE]').last();
  const [from, to] = [(await party(page).boundingBox())!, (await free.boundingBox())!];
  await page.mouse.move(from.x + 60, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 140, from.y + 60, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await eventually(async () => expect(await seats(colleague)).not.toBe(before));
});
