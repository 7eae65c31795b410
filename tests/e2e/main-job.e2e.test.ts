import { type Browser, type Page } from 'playwright-core';
import { mailsTo } from '../support/mailbox';
import { eventually, fromStack, getJson, stackUrl, tokenOf } from '../support/stack';
import { DESKTOP, fillForm, launch, login, open, PHONE, picture, visitor, type Visitor } from './browser';

const stamp = Date.now().toString(36);
const theatre = { name: `Théâtre ${stamp}`, slug: `theatre-${stamp}` };
const admin = { email: `admin-${stamp}@theatre.example`, password: `Rideau-rouge-${stamp}` };
const buyer = { email: `lea-${stamp}@buyer.example`, firstName: 'Léa', lastName: 'Moreau' };

let browser: Browser;
let staff: Visitor;
let show = '';
let reservation = '';

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

const idIn = (url: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(url)?.[0] ?? '';
const saved = (page: Page) => page.getByTestId('record-title').waitFor();

/** Creates a record by its generated form. Returns its id. */
async function create(page: Page, path: string, values: Record<string, string>): Promise<string> {
  await open(page, `${path}/add`);
  await page.getByTestId('form-save').waitFor();
  await fillForm(page, values);
  await page.getByTestId('form-save').click();
  await saved(page);
  return idIn(page.url());
}

async function pick(page: Page, field: string, text: string): Promise<void> {
  await page.locator(`#field-${field}`).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

describe('a seat is sold', () => {
  test('1. the super administrator creates a tenant; its administrator must change the password and sees only that tenant', async () => {
    const platform = await visitor(browser, DESKTOP);
    await login(platform.page, 'super@coulisse.example', fromStack('TEST_DEMO_PASSWORD'));
    await platform.page.getByTestId('person-menu').waitFor();
    await create(platform.page, 'core/saas-customers', {
      name: theatre.name,
      slug: theatre.slug,
      zipCode: '44000',
      city: 'Nantes',
    });
    await platform.page.getByTestId('administrator-new').click();
    const dialog = platform.page.getByRole('dialog');
    await dialog.getByLabel('Prénom').fill('Inès');
    await dialog.getByLabel('Nom', { exact: true }).fill('Garnier');
    await dialog.getByLabel('Adresse e-mail').fill(admin.email);
    await platform.page.getByTestId('administrator-save').click();
    const generated = await platform.page.getByTestId('generated-password').innerText();
    expect(generated.length).toBeGreaterThanOrEqual(16);
    expect(platform.consoleErrors).toEqual([]);
    await platform.context.close();

    staff = await visitor(browser, DESKTOP);
    await login(staff.page, admin.email, generated);
    await staff.page.fill('#password-new', admin.password);
    await staff.page.fill('#password-confirm', admin.password);
    await staff.page.click('[type=submit]');
    await staff.page.getByTestId('person-menu').waitFor();
    await staff.page.getByText(theatre.name).first().waitFor();
    expect(await staff.page.getByText('Clients SaaS').count()).toBe(0);
    await open(staff.page, 'crm/tiers');
    await staff.page.getByTestId('list-total').filter({ hasText: /^0$/ }).waitFor();
  }, 120_000);

  test('2. the administrator creates categories, formulas, a room with its plan, a show and a performance; third parties', async () => {
    const { page } = staff;
    for (const [name, color] of [
      ['Carré Or', '#c98211'],
      ['Orchestre', '#2f7f8f'],
    ] as const)
      await create(page, 'configuration/categories', { name, color });
    for (const [name, category, price] of [
      ['Dîner-spectacle', 'Carré Or', '89.00'],
      ['Spectacle', 'Orchestre', '69.00'],
    ] as const) {
      await open(page, 'configuration/formules/add');
      await page.getByTestId('form-save').waitFor();
      await fillForm(page, { name, ticketPriceTTC: price.replace('.', ',') });
      await pick(page, 'category', category);
      const parts =
        name === 'Spectacle'
          ? [['Spectacle', '5.5', price]]
          : [
              ['Repas', '10', '49.00'],
              ['Spectacle', '5.5', '40.00'],
            ];
      for (const [index, [label, rate, amount]] of parts.entries()) {
        // A new formula has one line, of the whole price.
        if (index > 0)
          await page
            .locator('#field-vatBreakdown')
            .getByRole('button', { name: 'Ajouter une ligne' })
            .click();
        await fillForm(page, {
          [`vatBreakdown-${index}-label`]: label ?? '',
          [`vatBreakdown-${index}-rate`]: (rate ?? '').replace('.', ','),
          [`vatBreakdown-${index}-amountTTC`]: (amount ?? '').replace('.', ','),
        });
      }
      await page.getByTestId('form-save').click();
      await saved(page);
    }
    const room = await create(page, 'configuration/salles', { name: 'Grande salle' });
    await open(page, `configuration/salles/${room}/plans/add`);
    // The block of a new plan is selected: its fields stand beside the drawing.
    const fields = page.locator('fieldset');
    await fields.getByLabel('Rangs', { exact: true }).fill('6');
    await fields.getByLabel('Places par rang').fill('20');
    await page.getByRole('button', { name: 'Ajouter un bloc de rangs' }).click();
    await fields.getByLabel('Rangs', { exact: true }).fill('9');
    await page.getByText('300 places').first().waitFor();
    await page.getByRole('button', { name: 'Publier' }).click();
    await page.waitForURL(/\/plans\/[0-9a-f-]{36}$/);
    await picture(page, 'plan-editor');

    show = await create(page, 'configuration/spectacles', {
      name: 'Nuit blanche',
      shortDescription: 'Dîner-spectacle · 2 h',
    });
    await open(page, `configuration/spectacles/${show}/representations/add`);
    const inAWeek = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris' }).format(
      new Date(Date.now() + 7 * 86_400_000),
    );
    const date = page.getByRole('combobox', { name: 'Date', exact: true });
    await date.fill(inAWeek);
    await date.press('Escape');
    await page.getByLabel('Heures de repas').fill('19:30');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('En vente').waitFor();

    const person = await create(page, 'crm/tiers', {
      kind: 'particular',
      firstName: 'Paul',
      lastName: 'Rey',
      email: `paul-${stamp}@rey.example`,
    });
    await open(page, `crm/tiers/${person}/informations`);
    await page.getByTestId('record-title').filter({ hasText: 'Paul Rey' }).waitFor();
    await page.getByRole('button', { name: 'Modifier' }).first().click();
    await fillForm(page, { lastName: 'Reynaud' });
    await page.keyboard.press('Control+s');
    await page.getByText('Modifications enregistrées.').waitFor();
    await open(page, 'crm/tiers');
    await page.getByText('Paul Reynaud').first().waitFor();
    expect(staff.consoleErrors).toEqual([]);
  }, 180_000);

  test('3-6. a visitor on a phone picks three seats and pays; a second one sees them taken; staff receive two of three', async () => {
    const first = await visitor(browser, PHONE);
    const { page } = first;
    await page.goto(`${stackUrl()}/app/spectacles/${show}`);
    await page.getByRole('heading', { name: 'Nuit blanche' }).waitFor();
    await page
      .getByRole('button', { name: 'EN' })
      .or(page.getByRole('button', { name: 'English' }))
      .first()
      .click();
    await page.getByText('Choose a date').waitFor();
    await page
      .getByRole('button', { name: 'FR' })
      .or(page.getByRole('button', { name: 'Français' }))
      .first()
      .click();
    await page.getByText('Choisissez une date').waitFor();
    await page.locator('[data-testid^="performance-"]').first().click();
    await page.getByTestId('seat-map').waitFor();

    const second = await visitor(browser, DESKTOP, 'en-GB');
    await second.page.goto(page.url());
    await second.page.getByTestId('seat-map').waitFor();

    const performance = idIn(page.url());
    const plan = await getJson<{ seats: { id: string; row: string; number: string }[] }>(
      `/app-api/configuration/representations/${performance}/plan`,
    );
    const [a, b, c] = ['5', '6', '7'].map((number) =>
      plan.seats.find((seat) => seat.row === 'B' && seat.number === number),
    );
    const chosen = [a, b, c].map((seat) => seat?.id ?? '');
    // The list and the plan offer the same: the map is used on the desktop, the list on the phone here.
    await page.getByTestId('seat-list-tab').click();
    // The page begins with two people; one at a time is pressed here.
    await page.locator('.best .c-stepper button').first().click();
    for (const id of chosen) await page.getByTestId(`seat-${id}`).click();
    await page.getByText('267,00').first().waitFor();
    await page.getByTestId('countdown').first().waitFor();

    // 6. The second visitor's plan changes without a reload.
    for (const id of chosen)
      await second.page.locator(`[data-testid="seat-${id}"][aria-disabled="true"]`).waitFor();
    const refused = await fetch(`${stackUrl()}/app-api/configuration/representations/${performance}/holds`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'fr' },
      body: JSON.stringify({ seats: [chosen[0]] }),
    });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: 'reservation.seat-already-reserved',
      detail: expect.stringContaining('est déjà réservée'),
    });

    await page.getByTestId('continue').first().click();
    await page.getByLabel('Adresse e-mail').fill(buyer.email);
    await page.getByLabel('Prénom').fill(buyer.firstName);
    await page.getByLabel('Nom', { exact: true }).fill(buyer.lastName);
    await page.getByTestId('pay').first().click();
    await page.getByText('Vous devez accepter les conditions générales de vente.').first().waitFor();
    await page.getByTestId('terms').check();
    await page.getByTestId('pay').first().click();
    await page.getByTestId('bank-pay').click();
    await page.locator('[data-testid="outcome"][data-outcome="VALIDATED"]').waitFor({ timeout: 60_000 });
    await page.getByTestId('tickets-pdf').waitFor({ timeout: 60_000 });
    await page.locator('[data-testid="mail"][data-sent="true"]').waitFor({ timeout: 60_000 });
    await picture(page, 'thank-you');
    expect([first.consoleErrors, second.consoleErrors]).toEqual([[], []]);
    await second.context.close();

    // 4. The mail with the PDF, and the buyer among the tenant's third parties.
    const mails = await eventually(async () => {
      const own = await mailsTo(buyer.email);
      if (own.length === 0) throw new Error('no mail yet');
      return own;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.attachments.map(({ contentType }) => contentType)).toContain('application/pdf');

    // 5. The reservation is in the staff's list, and two of three arrive.
    await open(staff.page, 'prestiscene/reservations');
    await staff.page.getByText(buyer.email).first().waitFor();
    const row = staff.page.getByRole('row').filter({ hasText: buyer.email });
    reservation = await row.getByText(/^R-[2-9A-Z]{4}-[2-9A-Z]{4}$/).innerText();
    await row.getByText('267,00').first().waitFor();
    await open(staff.page, 'prestiscene/reception');
    const arrival = staff.page.getByTestId(`reception-${reservation}`);
    await arrival.getByRole('button', { name: /^Noter les arrivées/ }).click();
    await staff.page.getByRole('dialog').getByRole('button', { name: '2', exact: true }).click();
    await staff.page.getByRole('dialog').getByRole('button', { name: 'Noter 2 arrivées' }).click();
    await arrival.getByText('2/3').waitFor();
    await picture(staff.page, 'reception');
    await open(staff.page, 'crm/tiers');
    await staff.page.getByText(buyer.email).first().waitFor();
    await first.context.close();
  }, 240_000);

  test('tickets are numbered without gaps, and another tenant sees nothing of them', async () => {
    const token = await tokenOf('admin@lumiere.example');
    const { items } = await getJson<{ items: { customerEmail: string }[] }>(
      `/b/api/prestiscene/reservations?f.customerEmail.eq=${encodeURIComponent(buyer.email)}`,
      token,
    );
    expect(items).toEqual([]);
    await open(staff.page, 'prestiscene/reservations');
    await staff.page.getByText(reservation).first().click();
    await staff.page.getByTestId('side-panel').waitFor();
    await staff.page
      .getByRole('link', { name: 'Ouvrir la page' })
      .or(staff.page.getByRole('button', { name: 'Ouvrir la page' }))
      .click();
    const year = new Date().getFullYear();
    for (const number of ['000001', '000002', '000003'])
      await staff.page.getByText(`T-${year}-${number}`).waitFor();
    await picture(staff.page, 'reservation');
    expect(staff.consoleErrors).toEqual([]);
  }, 60_000);
});
