import type { Browser, Page } from 'playwright-core';
import { mailsTo } from '../support/mailbox';
import { callOk } from '../support/public-api';
import { newPerformance } from '../support/performance';
import { ADMINISTRATOR } from '../support/staff';
import { eventually, fromStack, tokenOf } from '../support/stack';
import { DESKTOP, launch, login, open, picture, visitor, type Visitor } from './browser';
import { beginSale, centsOf, chooseBestSeats, endSale, openReservation } from './desk-steps';

const stamp = Date.now().toString(36);
const DAY_MS = 86_400_000;
const inDays = (days: number) =>
  new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris' }).format(new Date(Date.now() + days * DAY_MS));

let browser: Browser;
let staff: Visitor;
let performance: string;
beforeAll(async () => {
  browser = await launch();
  staff = await visitor(browser, DESKTOP);
  performance = await newPerformance(await tokenOf(ADMINISTRATOR), {});
  await login(staff.page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
  await staff.page.getByTestId('person-menu').waitFor();
}, 60_000);
afterAll(() => browser?.close());

/** Saves a picture of a step that fails. */
async function withPicture(name: string, work: (page: Page) => Promise<void>): Promise<void> {
  try {
    await work(staff.page);
    expect(staff.consoleErrors).toEqual([]);
  } catch (failure) {
    await picture(staff.page, name);
    throw failure;
  }
}

/** State of the record that is open, beside its title. */
const state = (page: Page, text: string) => page.locator('header.r-title').getByText(text, { exact: true });

/** Collects what is due now in cash; the amount in cents. */
async function collectCash(page: Page): Promise<number> {
  await page.getByTestId('collect').click();
  await page.getByTestId('desk-means-CASH').click();
  const confirm = page.getByTestId('collect-confirm');
  const amount = centsOf(await confirm.innerText());
  await confirm.click();
  await confirm.waitFor({ state: 'detached' });
  return amount;
}

test(
  'a group agrees on a deposit and a balance in the sale at the desk, and pays both',
  () =>
    withPicture('instalments-failed', async (page) => {
      await beginSale(page, { buyer: `Comité ${stamp}`, seats: 4, performance });
      await page.getByTestId('desk-means-LATER').click();
      await page.getByTestId('desk-schedule').check();
      const [deposit, balance] = await page.getByTestId('instalment-row').all();
      if (!deposit || !balance) throw new Error('no deposit and balance are proposed');
      await deposit.getByLabel('Montant ou pourcentage').fill('40');
      // Typed, and chosen in the calendar: the last day of the month before.
      const day = deposit.getByRole('combobox', { name: 'Date limite' });
      await day.fill(inDays(3));
      await day.press('Tab');
      await balance.getByRole('combobox', { name: 'Date limite' }).press('ArrowDown');
      const calendar = page.locator('.c-date-panel');
      await calendar.locator('.c-date-step').first().click();
      await calendar.locator('.c-date-slot:not([data-p-other-month=true]) .c-date-day').last().click();
      await calendar.waitFor({ state: 'detached' });
      await picture(page, 'instalments');
      const [code, totalMinor] = await endSale(page);

      await openReservation(page, code);
      await state(page, 'Préréservation').waitFor();
      const agreed = page.getByTestId('instalment');
      await page.getByTestId('instalments').getByText('Au plus tard le').first().waitFor();
      expect(await agreed.count()).toBe(2);
      const depositMinor = await collectCash(page);
      expect(depositMinor).toBe(Math.round(totalMinor * 0.4));
      await page.locator('[data-testid=instalment][data-state=PAID]').waitFor();
      // Tickets come with the whole amount.
      await state(page, 'Préréservation').waitFor();
      const balanceMinor = await collectCash(page);
      expect(depositMinor + balanceMinor).toBe(totalMinor);
      await state(page, 'Validée').waitFor();
      await page
        .getByText(/^T-\d{4}-\d+/)
        .first()
        .waitFor();
    }),
  180_000,
);

test(
  'a quote is sent, its reservation gets another size, and its new version is accepted',
  () =>
    withPicture('quote-revision-failed', async (page) => {
      const email = `comite-${stamp}@bertin.example`;
      const move = async (name: string) => {
        await page.getByTestId(`transition-${name}`).click();
        return page.locator('dialog[open]');
      };
      const confirmed = async (name: string) => {
        await move(name);
        await page.getByTestId('transition-confirm').click();
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
      };
      const totals = async () => centsOf(await page.locator('.l-sums [data-total] dd').innerText());

      const name = `Comité Bertin ${stamp}`;
      const token = await tokenOf(ADMINISTRATOR);
      await callOk('/b/api/crm/tiers', { token, body: { kind: 'society', name, email } });
      await open(page, `prestiscene/reservations/add?performance=${performance}`);
      await page.getByTestId('desk-customer-search').fill(name);
      await page.getByRole('option', { name }).first().click();
      await chooseBestSeats(page, 4);
      await page.getByTestId('desk-means-LATER').click();
      const [code, totalMinor] = await endSale(page);
      await openReservation(page, code);
      const reservation = new URL(page.url()).pathname.replace(/^\/b\//, '');
      const create = page.getByTestId('create-quote');
      await create.waitFor();
      expect(await create.innerText()).toContain('Créer un devis');
      await create.click();
      await state(page, 'Brouillon').waitFor();
      await confirmed('post');
      await state(page, 'Émis').waitFor();
      const first = page.url();
      const dialog = await move('send');
      await dialog.getByLabel('Adresse').fill(email);
      await page.getByTestId('transition-confirm').click();
      await state(page, 'Envoyé').waitFor();
      await eventually(async () =>
        expect((await mailsTo(email)).some((mail) => mail.attachments.length === 1)).toBe(true),
      );
      expect(await totals()).toBe(totalMinor);

      // Two of the four do not come.
      await open(page, reservation);
      await page.getByTestId('revise-reservation').click();
      await page.getByTestId('revise-people').fill('2');
      const confirm = page.getByTestId('revise-confirm');
      await eventually(async () => expect(await confirm.getAttribute('aria-disabled')).not.toBe('true'));
      const revisedMinor = centsOf(await page.getByTestId('revise-money').locator('dd').nth(1).innerText());
      expect(revisedMinor).toBeLessThan(totalMinor);
      await confirm.click();
      await page.getByTestId('record-title').filter({ hasText: code }).waitFor();
      await create.filter({ hasText: 'Nouvelle version du devis' }).click();
      await state(page, 'Brouillon').waitFor();
      expect(page.url()).not.toBe(first);
      expect(await totals()).toBe(revisedMinor);
      await confirmed('post');
      await state(page, 'Émis').waitFor();
      await picture(page, 'quote-version');
      const acceptance = await move('accept');
      await acceptance.getByLabel('Signataire').fill('Mme Bertin');
      await page.getByTestId('transition-confirm').click();
      await state(page, 'Accepté').waitFor();
      await page.goto(first);
      await state(page, 'Remplacé').waitFor();
      expect(await page.getByTestId('transition-accept').count()).toBe(0);
    }),
  240_000,
);
