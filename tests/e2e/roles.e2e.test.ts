import type { Browser, Page } from 'playwright-core';
import { eventually, fromStack, getJson, stackUrl, tokenOf } from '../support/stack';
import { ADMINISTRATOR } from '../support/staff';
import { DESKTOP, launch, login, open, picture, visitor, type Visitor } from './browser';

const stamp = Date.now().toString(36);
const email = `caisse-${stamp}@lumiere.example`;
/** A change of a role is promised to take effect within this time. */
const PROMISED_MS = 5_000;
const TIERS = '/b/api/crm/tiers';

let browser: Browser;
let administrator: Visitor;
let member: Visitor;
let role: { id: string; name: string };
let password: string;

async function send<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(stackUrl() + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(ADMINISTRATOR)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

beforeAll(async () => {
  browser = await launch();
  const path = '/b/api/core/roles?f.code.eq=USER&columns=code';
  const { items } = await getJson<{ items: { id: string }[] }>(path, await tokenOf(ADMINISTRATOR));
  role = await send(`/b/api/core/roles/${items[0]?.id ?? ''}/duplicate`, { name: `Caisse ${stamp}` });
  const person = { firstName: 'Camille', lastName: 'Petit', email, role: role.id };
  ({ password } = await send<{ password: string }>('/b/api/core/users', person));
  [administrator, member] = [await visitor(browser, DESKTOP), await visitor(browser, DESKTOP)];
}, 120_000);
afterAll(() => browser?.close());

const list = (page: Page) => page.getByTestId('list-total');
const scope = (page: Page) => page.getByTestId('scope-crm.tiers.read');

/** Saves what was changed; the question says what that is. */
async function save(page: Page, summary: RegExp): Promise<void> {
  await page.getByTestId('rights-save').click();
  await page.getByTestId('rights-summary').filter({ hasText: summary }).waitFor();
  await page.getByTestId('rights-confirm').click();
  await page.getByText('Droits enregistrés.').first().waitFor();
}

/** How long the API took to answer the member as it does from now on. */
async function answers(status: number, token: string): Promise<number> {
  const from = Date.now();
  await eventually(async () => {
    const answer = await fetch(stackUrl() + TIERS, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status !== status) throw new Error(`${TIERS} answers ${answer.status}`);
  });
  return Date.now() - from;
}

test('a right that is taken from a role is lost by its users within five seconds, and comes back with the defaults', async () => {
  const demoPassword = fromStack('TEST_DEMO_PASSWORD');
  await login(member.page, email, password);
  await member.page.fill('#password-new', demoPassword);
  await member.page.fill('#password-confirm', demoPassword);
  await member.page.click('[type=submit]');
  await member.page.getByTestId('person-menu').waitFor();
  await open(member.page, 'crm/tiers');
  await list(member.page).waitFor();
  const token = await tokenOf(email);

  const { page } = administrator;
  await login(page, ADMINISTRATOR, demoPassword);
  await page.getByTestId('person-menu').waitFor();
  await open(page, `core/roles/${role.id}`);
  await scope(page).waitFor();
  await page.getByTestId('rights-search').fill('clients voir');
  await page.getByTestId('rights-crm.note').waitFor({ state: 'detached' });
  await scope(page).selectOption('');
  await picture(page, 'role-rights-unsaved');
  await save(page, /1 droit retiré · 1 personne concernée/);
  expect(await answers(403, token)).toBeLessThan(PROMISED_MS);
  await open(member.page, 'crm/tiers');
  await member.page.getByTestId('person-menu').waitFor();
  await member.page.waitForTimeout(1_000);
  expect(await list(member.page).count()).toBe(0);

  await page.locator('.r-timeline').getByText('Clients : Voir').first().waitFor();
  await page.getByTestId('rights-view-different').click();
  await page.getByTestId('reset-crm.tiers').click();
  await save(page, /1 droit ajouté · 1 personne concernée/);
  await page.getByTestId('rights-reset').waitFor({ state: 'detached' });
  expect(await answers(200, token)).toBeLessThan(PROMISED_MS);
  await open(member.page, 'crm/tiers');
  await list(member.page).waitFor();
  expect([...administrator.consoleErrors, ...member.consoleErrors]).toEqual([]);
}, 240_000);
