import type { Browser, Locator, Page } from 'playwright-core';
import { mailsTo } from '../support/mailbox';
import { eventually, fromStack } from '../support/stack';
import { DESKTOP, launch, login, open, picture, visitor, type Visitor } from './browser';

const stamp = Date.now().toString(36);
const title = `Soirée des partenaires ${stamp}`;
const customer = 'Cabinet Ferréol Avocats';
const address = `compta-${stamp}@ferreol.example`;
const today = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris' }).format(new Date());

/** Twelve lines in two groups, as they are copied from a spreadsheet; the first table with its headings. */
const SHOW = [
  ['Désignation', 'Qté', 'Unité', 'Prix HT', 'Remise', 'TVA'],
  ['Cession du spectacle', '1', '', '2450', '', '5,5'],
  ['Représentation scolaire', '2', '', '380,50', '', '5,5'],
  ['Programmes', '3', '', '10,01', '', '20 %'],
  ['Affiches', '1', '', '299,33', '', '20 %'],
  ['Captation photo', '1', '', '179,33', '', '20'],
  ['Transport du décor', '1', '', '99,34', '', '20'],
];
const STAGE = [
  ['Régisseur', '4', '', '62,5', '', '20'],
  ['Habilleuse', '7,5', '', '48', '5 %', '20'],
  ['Repas des artistes', '12', '', '14,9', '', '10'],
  ['Livrets', '1', '', '33,33', '', '2,1'],
  ['Location de son', '1', '', '640', '12,5', '20'],
  ['Captation vidéo', '1', '', '450', '', '20'],
];

let browser: Browser;
let staff: Visitor;
beforeAll(async () => {
  browser = await launch();
  staff = await visitor(browser, DESKTOP);
});
afterAll(() => browser?.close());

const heading = (page: Page) => page.getByTestId('record-title');
const state = (page: Page, text: string) => page.locator('header.r-title').getByText(text, { exact: true });
const dialog = (page: Page) => page.locator('dialog[open]');
const label = (page: Page, text: string): Locator =>
  page.locator('.l-grid [data-column=label]', { hasText: text }).first();
const amount = (text: string) => new RegExp(text.replaceAll(' ', '\\s'));

async function paste(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  const block = rows.map((row) => row.join('\t')).join('\n');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(block)});
    const options = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', options));
  })()`);
}

async function group(page: Page, name: string, rows: readonly (readonly string[])[]): Promise<void> {
  await page.getByRole('button', { name: /^\+ Groupe/ }).click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await paste(page, rows);
  await label(page, rows.at(-1)?.[0] ?? '').waitFor();
}

/** Presses the button of a transition, and confirms it where it asks. */
async function move(page: Page, name: string, ask?: (form: Locator) => Promise<void>): Promise<void> {
  await page.getByTestId(`transition-${name}`).click();
  if (!ask) return;
  await ask(dialog(page));
  await page.getByTestId('transition-confirm').click();
  await dialog(page).waitFor({ state: 'detached' });
}
const confirm = async () => undefined;

async function pick(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

/** Records a payment of bills, by their numbers, and validates it. */
async function pay(page: Page, total: string, parts: readonly (readonly [bill: string, part: string])[]) {
  await open(page, 'sale/manual-payments/add');
  await pick(page, page.locator('#field-tiers'), customer);
  await page.locator('#field-date').fill(today);
  await page.locator('#field-method').selectOption('TRANSFER');
  await page.locator('#field-amount').fill(total);
  for (const [bill, part] of parts) {
    await page.getByRole('button', { name: 'Ajouter une ligne' }).click();
    await pick(page, page.locator('main form [role=combobox]').last(), bill);
    await page.locator('main form input[inputmode=decimal]').last().fill(part);
  }
  await page.getByTestId('form-save').click();
  await heading(page).waitFor();
  await move(page, 'valid', confirm);
  await state(page, 'Validé').waitFor();
}

const numberIn = async (page: Page): Promise<string> =>
  /^[A-Z]{2}-\d{4}-\d+/.exec(await heading(page).innerText())?.[0] ?? '';
/** Where a record is, below `/b/`. */
const pathOf = (page: Page): string => new URL(page.url()).pathname.replace(/^\/b\//, '');

test('a quote is sent, accepted, billed as deposit and rest, paid in two parts and partly credited', async () => {
  const { page, consoleErrors } = staff;
  try {
    await login(page, 'admin@lumiere.example', fromStack('TEST_DEMO_PASSWORD'));
    await page.getByTestId('person-menu').waitFor();

    // A quote of twelve lines in two groups, with an option and a discount.
    await open(page, 'sale/quotes/add');
    await page.locator('#field-title').fill(title);
    await pick(page, page.locator('#field-tiers'), customer);
    await page.locator('#field-depositPercent').fill('30');
    await group(page, 'Spectacle', SHOW);
    await group(page, 'Technique', STAGE);
    await label(page, 'Captation vidéo').click({ button: 'right' });
    await page.getByText('Option proposée, hors total').click();
    const discount = page.locator('input[aria-label*="emise"]').last();
    await discount.fill('10');
    await discount.press('Enter');
    await page.getByText(amount('5 157,30 €')).first().waitFor();
    await page.getByTestId('form-save').click();
    await heading(page).waitFor();
    await move(page, 'post', confirm);
    await state(page, 'Émis').waitFor();
    const quotePath = pathOf(page);
    await move(page, 'send', (form) => form.getByLabel('Adresse').fill(address));
    await state(page, 'Envoyé').waitFor();
    await eventually(async () => {
      const [mail] = await mailsTo(address);
      expect(mail?.attachments).toHaveLength(1);
    });

    // The customer takes the option.
    await move(page, 'accept', async (form) => {
      await form.getByLabel('Date de signature').fill(today);
      await form.getByLabel('Signataire').fill('Mme Bayard');
      await form.getByLabel(/^Captation vidéo/).check();
    });
    await state(page, 'Accepté').waitFor();
    await page.getByText(amount('5 643,30 €')).first().waitFor();

    // Each bill opens when it is made.
    await move(page, 'bill_deposit', confirm);
    await page.waitForURL(/\/sale\/bills\//);
    await page.getByText(amount('1 692,99 €')).first().waitFor();
    await move(page, 'post', confirm);
    await state(page, 'Émise').waitFor();
    const deposit = await numberIn(page);
    await open(page, quotePath);
    await move(page, 'bill_balance');
    await page.waitForURL(/\/sale\/bills\//);
    await page.getByText(amount('3 950,31 €')).first().waitFor();
    await move(page, 'post', confirm);
    await state(page, 'Émise').waitFor();
    const balance = await numberIn(page);
    const balancePath = pathOf(page);
    await picture(page, 'sales-balance');

    await pay(page, '2692,99', [
      [deposit, '1692,99'],
      [balance, '1000'],
    ]);
    await pay(page, '2950,31', [[balance, '2950,31']]);
    await open(page, balancePath);
    await eventually(async () => {
      await page.reload();
      await state(page, 'Payée').waitFor({ timeout: 2_000 });
    });

    // A credit note takes over the lines of its bill; what is not credited is removed.
    await page.getByRole('button', { name: 'Créer un avoir' }).click();
    await page.locator('#field-reason').fill('Prestation réduite');
    await page.getByTestId('form-save').click();
    await state(page, 'Brouillon').waitFor();
    await page.locator('#section-items').getByRole('button', { name: 'Modifier' }).click();
    await label(page, 'Cession').click();
    await page.keyboard.press('Control+Delete');
    for (const [first, last] of [
      ['Programmes', 'Régisseur'],
      ['Repas', 'Captation vidéo'],
    ] as const) {
      await label(page, first).click();
      await label(page, last).click({ modifiers: ['Shift'] });
      await page.keyboard.press('Control+Delete');
      await label(page, first).waitFor({ state: 'detached' });
    }
    for (const [line, quantity] of [
      ['Représentation', '1'],
      ['Habilleuse', '2,5'],
    ] as const) {
      await label(page, line).click();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type(quantity);
      await page.keyboard.press('Enter');
    }
    await page.locator('#section-items').getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText(amount('484,40 €')).first().waitFor();
    await move(page, 'post', confirm);
    await state(page, 'Émis').waitFor();
    const creditPath = pathOf(page);

    // One half is refunded, the other deducted from the next bill.
    await move(page, 'refund', async (form) => {
      await form.getByLabel(/^Montant/).fill('242,20');
      await form.getByLabel('Mode').selectOption('TRANSFER');
      await form.getByLabel('Date', { exact: true }).fill(today);
    });
    await open(page, 'sale/bills/add');
    await page.locator('#field-title').fill(`Location de costumes ${stamp}`);
    await pick(page, page.locator('#field-tiers'), customer);
    await page.getByRole('button', { name: /^\+ Ligne/ }).click();
    await paste(page, [['Costumes', '1', '', '1000', '', '20']]);
    await page.getByText(amount('1 200,00 €')).first().waitFor();
    await page.getByTestId('form-save').click();
    await heading(page).waitFor();
    await move(page, 'post', confirm);
    await state(page, 'Émise').waitFor();
    const next = await numberIn(page);
    const nextPath = pathOf(page);
    await open(page, creditPath);
    await move(page, 'deduct', async (form) => {
      await pick(page, form.getByLabel(/^Facture/), next);
      await form.getByLabel(/^Montant/).fill('242,20');
    });
    await state(page, 'Soldé').waitFor();
    await picture(page, 'sales-credit-note');
    await open(page, nextPath);
    await page.getByText(amount('957,80 €')).first().waitFor();
    await state(page, 'Partiellement payée').waitFor();
    expect(consoleErrors).toEqual([]);
  } catch (failure) {
    await picture(page, 'sales-failed');
    throw failure;
  }
}, 240_000);
