import type { Browser, Page } from 'playwright-core';
import { newPerformance } from '../support/performance';
import { callOk } from '../support/public-api';
import { ADMINISTRATOR } from '../support/staff';
import { mailsTo } from '../support/mailbox';
import { eventually, fromStack, stackUrl, tokenOf } from '../support/stack';
import { DESKTOP, launch, login, open, PHONE, picture, visitor } from './browser';

const stamp = Date.now().toString(36);
/** Paid places that give a right to one driver. */
const EVERY = 4;
const FORMULAS = '/b/api/configuration/formules';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

interface Rule {
  allowFreeDriverSpaces: boolean;
  placesPerDriver: number;
}

/** Changes the rule of a formula; returns what it was. */
async function changeRule(token: string, id: string, rule: Rule): Promise<Rule> {
  const before = await callOk<Rule & { version: number }>(`${FORMULAS}/${id}`, { token });
  await callOk(`${FORMULAS}/${id}`, {
    ...{ token, method: 'PATCH', body: rule },
    headers: { 'if-match': `"${before.version}"` },
  });
  const { allowFreeDriverSpaces, placesPerDriver } = before;
  return { allowFreeDriverSpaces, placesPerDriver };
}

async function sellGroup(page: Page, performance: string): Promise<string> {
  await open(page, `prestiscene/reservations/add?performance=${performance}`);
  await page.getByTestId('desk-party').waitFor();
  const customer = page.getByRole('region', { name: 'Client' });
  await customer.getByRole('button', { name: 'Créer' }).click();
  await customer.getByLabel('Nom', { exact: true }).fill(`Autocars ${stamp}`);
  await page.getByTestId('desk-party').fill(String(2 * EVERY));
  await page.getByTestId('desk-party').press('Enter');
  const drivers = page.getByTestId('desk-drivers').getByRole('combobox');
  await drivers.selectOption('2');
  await eventually(async () => expect(await drivers.inputValue()).toBe('2'));
  expect(await page.getByTestId('desk-line').count()).toBe(2 * EVERY);
  await page.getByTestId('desk-means-CASH').click();
  await picture(page, 'drivers-desk');
  const collect = page.getByTestId('desk-collect');
  await eventually(async () => expect(await collect.getAttribute('aria-disabled')).not.toBe('true'));
  await collect.click();
  const link = page.getByTestId('desk-done').getByRole('link');
  const code = await link.innerText();
  await link.click();
  await page.getByTestId('record-title').filter({ hasText: code }).waitFor();
  return code;
}

/** Other seats for the whole group; the drivers get the first ones of the plan. */
async function exchangeAll(page: Page): Promise<void> {
  await page.getByTestId('exchange-places').click();
  const chosen = page.getByTestId('exchange-driver-seat');
  await page.getByRole('button', { name: 'Meilleures places' }).click();
  await eventually(async () => expect(await chosen.count()).toBe(2));
  const first = chosen.first();
  const options = await first.locator('option').all();
  const seats = await Promise.all(options.map(async (option) => (await option.getAttribute('value')) ?? ''));
  await first.selectOption(seats[0]!);
  await chosen.last().selectOption(seats[1]!);
  await eventually(async () =>
    expect([await first.inputValue(), await chosen.last().inputValue()]).toEqual(seats.slice(0, 2)),
  );
  const confirm = page.getByTestId('exchange-confirm');
  await eventually(async () => expect(await confirm.getAttribute('aria-disabled')).not.toBe('true'));
  await picture(page, 'drivers-exchange');
  await confirm.click();
  await page.getByTestId('record-title').waitFor();
}

/** So many people that a driver has a right to a place, on the best seats. */
async function chooseGroup(page: Page, performance: string): Promise<void> {
  await page.goto(`${stackUrl()}/app/reservations/cart/add/${performance}`);
  await page.getByTestId('best-seats').waitFor();
  const plus = page.locator('.best .c-stepper button').last();
  for (let people = 2; people < EVERY; people += 1) await plus.click();
  await page.getByTestId('best-seats').click();
}

/** Runs while the formulas of a performance of its own give a group of four a free place for a driver. */
async function withDrivers(work: (performance: string) => Promise<void>): Promise<void> {
  const token = await tokenOf(ADMINISTRATOR);
  const performance = await newPerformance(token, {});
  const { formulas } = await callOk<{ formulas: { id: string }[] }>(
    `/b/api/configuration/representations/${performance}`,
    { token },
  );
  const rule = { allowFreeDriverSpaces: true, placesPerDriver: EVERY };
  const before: [string, Rule][] = [];
  for (const { id } of formulas) before.push([id, await changeRule(token, id, rule)]);
  try {
    await work(performance);
  } finally {
    for (const [id, former] of before) await changeRule(token, id, former);
  }
}

/** Shows the page when the work fails. */
async function watched(page: Page, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (failure) {
    await picture(page, `${name}-failed`);
    throw failure;
  }
}

test('a group is sold at the desk with its drivers, is moved with them, and loses one with its right (R-194)', async () => {
  await withDrivers(async (performance) => {
    const { page, consoleErrors } = await visitor(browser, DESKTOP);
    await watched(page, 'drivers', async () => {
      await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
      await page.getByTestId('person-menu').waitFor();
      await sellGroup(page, performance);
      const places = page
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name: 'Chauffeur', exact: true }) });
      await eventually(async () => expect(await places.count()).toBe(2));
      await exchangeAll(page);
      await eventually(async () => expect(await places.count()).toBe(2));
      await page.getByTestId('cancel-places').click();
      await page.getByTestId('cancel-place').first().check();
      await page.getByTestId('lost-drivers').getByText('chauffeur').waitFor();
      await picture(page, 'drivers-cancel');
      await page.getByTestId('cancel-places-confirm').click();
      await eventually(async () => expect(await places.count()).toBe(1));
      expect(consoleErrors).toEqual([]);
    });
  });
}, 180_000);

test('a group that buys online takes the free place of its driver, or does not (R-194)', async () => {
  await withDrivers(async (performance) => {
    const { page, consoleErrors } = await visitor(browser, DESKTOP);
    await watched(page, 'drivers-online', async () => {
      await chooseGroup(page, performance);
      await page.getByTestId('drivers-take').waitFor();
      await picture(page, 'drivers-online-offer-fr-1440');
      await page.getByTestId('drivers-take').click();
      const line = page.getByTestId('driver-line');
      await line.getByText('Place chauffeur').waitFor();
      const total = await page.getByTestId('total').first().innerText();
      await picture(page, 'drivers-online-taken-fr-1440');
      // One person less: the driver's seat goes, and the page says so.
      await page.locator('.best .c-stepper button').first().click();
      await page.getByTestId('drivers').getByText('plus petit').waitFor();
      expect(await line.count()).toBe(0);
      await picture(page, 'drivers-online-lost-fr-1440');
      await page.locator('.best .c-stepper button').last().click();
      await page.getByTestId('best-seats').click();
      await page.getByTestId('drivers-take').click();
      await line.waitFor();
      expect(await page.getByTestId('total').first().innerText()).toBe(total);
      await page.getByTestId('continue').first().click();
      await page.getByTestId('recap-drivers').getByText('Place chauffeur').waitFor();
      await picture(page, 'drivers-online-recap-fr-1440');
      const email = `group-${stamp}@buyer.example`;
      const typed = { 'Adresse e-mail': email, Prénom: 'Zoé', Nom: 'Autocars' };
      for (const [label, text] of Object.entries(typed))
        await page.getByLabel(label, { exact: true }).fill(text);
      await page.getByTestId('terms').check();
      await page.getByTestId('pay').first().click();
      await page.getByTestId('bank-pay').click();
      await page.locator('[data-testid="outcome"][data-outcome="VALIDATED"]').waitFor({ timeout: 60_000 });
      await page.getByTestId('order-link').click();
      await page.getByText('Chauffeur', { exact: true }).first().waitFor();
      expect(await page.locator('.order-ticket').count()).toBe(EVERY + 1);
      await picture(page, 'drivers-online-order-fr-1440');
      await eventually(async () => {
        const mail = (await mailsTo(email)).find(({ attachments }) => attachments.length > 0);
        expect(JSON.stringify(mail)).toContain('Chauffeur');
      }, 60_000);
      expect(consoleErrors).toEqual([]);
    });

    const phone = await visitor(browser, PHONE, 'en-GB');
    await watched(phone.page, 'drivers-online-phone', async () => {
      await chooseGroup(phone.page, performance);
      await phone.page.getByTestId('drivers-decline').waitFor();
      await phone.page.getByTestId('drivers').scrollIntoViewIfNeeded();
      await picture(phone.page, 'drivers-online-offer-en-390');
      await phone.page.getByTestId('drivers-decline').click();
      await phone.page.getByTestId('drivers-again').waitFor();
      await phone.page.reload();
      // It is not asked again, and can still be taken.
      await phone.page.getByTestId('drivers-again').click();
      await phone.page.getByTestId('driver-line').getByText('Driver’s place').waitFor();
      await phone.page.getByTestId('drivers').scrollIntoViewIfNeeded();
      await picture(phone.page, 'drivers-online-taken-en-390');
      await phone.page.getByTestId('driver-line').getByRole('button').click();
      await phone.page.getByTestId('drivers-again').waitFor();
      expect(phone.consoleErrors).toEqual([]);
    });
  });
}, 240_000);
