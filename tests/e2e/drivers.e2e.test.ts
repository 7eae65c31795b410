import type { Browser, Page } from 'playwright-core';
import { newPerformance } from '../support/performance';
import { callOk } from '../support/public-api';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, fromStack, tokenOf } from '../support/stack';
import { DESKTOP, launch, login, open, picture, visitor } from './browser';

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

test('a group is sold at the desk with its drivers, and loses one with its right (R-194)', async () => {
  const token = await tokenOf(ADMINISTRATOR);
  const performance = await newPerformance(token, {});
  const { formulas } = await callOk<{ formulas: { id: string }[] }>(
    `/b/api/configuration/representations/${performance}`,
    { token },
  );
  const rule = { allowFreeDriverSpaces: true, placesPerDriver: EVERY };
  const before: [string, Rule][] = [];
  for (const { id } of formulas) before.push([id, await changeRule(token, id, rule)]);
  const { page, consoleErrors } = await visitor(browser, DESKTOP);
  try {
    await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
    await page.getByTestId('person-menu').waitFor();
    await sellGroup(page, performance);
    const places = page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: 'Chauffeur', exact: true }) });
    await eventually(async () => expect(await places.count()).toBe(2));
    await page.getByTestId('cancel-places').click();
    await page.getByTestId('cancel-place').first().check();
    await page.getByTestId('lost-drivers').getByText('chauffeur').waitFor();
    await picture(page, 'drivers-cancel');
    await page.getByTestId('cancel-places-confirm').click();
    await eventually(async () => expect(await places.count()).toBe(1));
    expect(consoleErrors).toEqual([]);
  } catch (failure) {
    await picture(page, 'drivers-failed');
    throw failure;
  } finally {
    for (const [id, former] of before) await changeRule(token, id, former);
  }
}, 120_000);
