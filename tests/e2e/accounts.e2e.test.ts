import { type Browser, type Page } from 'playwright-core';
import { mailsTo } from '../support/mailbox';
import { callOk } from '../support/public-api';
import { performanceOnSale } from '../support/sale';
import { eventually, getJson, stackUrl } from '../support/stack';
import { DESKTOP, launch, PHONE, pressOn, visitor } from './browser';

const stamp = Date.now().toString(36);
const email = `zoe-${stamp}@buyer.example`;
const [first, second] = ['trois petits chats dorment', 'quatre grands chiens courent'];

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

/** The link in the newest mail to the address whose subject holds these words. */
const linkIn = (subject: string, opens = 'account/password', address = email) =>
  eventually(async () => {
    const mail = (await mailsTo(address)).findLast((received) => received.subject.includes(subject));
    const link = new RegExp(`https?://\\S+/app/${opens}\\?lang=fr#[\\w-]+`).exec(mail?.text ?? '')?.[0];
    if (!link) throw new Error(`no mail “${subject}” yet`);
    return link;
  }, 60_000);

const openAccount = async (page: Page) => {
  await page.goto(`${stackUrl()}/app/theatres/lumiere?lang=fr`);
  await page.getByTestId('account').click();
};
async function choose(page: Page, password: string, repeated = password): Promise<void> {
  for (const [name, typed] of Object.entries({ password, repeated }))
    await page.locator(`input[name=${name}]`).fill(typed);
  await page.getByTestId('choose-password').click();
}
async function logIn(page: Page, password: string): Promise<void> {
  await openAccount(page);
  await fillLogin(page, password);
}
async function fillLogin(page: Page, password: string): Promise<void> {
  await page.locator('.account-panel input[name=email]').fill(email);
  await page.locator('.account-panel input[name=password]').fill(password);
  await page.locator('.account-panel [type=submit]').click();
}

async function register(page: Page): Promise<void> {
  await openAccount(page);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await page.locator('.account-panel input[name=firstName]').fill('Zoé & Max');
  await page.locator('.account-panel input[name=lastName]').fill("D'Arc (née Roux)");
  await page.locator('.account-panel input[name=email]').fill(email);
  await page.locator('.account-panel [type=submit]').click();
  await page.getByTestId('link-sent').waitFor();
}

test('an account is opened by mail with two equal entries of a good password (R-084), and another one ends its sessions', async () => {
  const owner = await visitor(browser, DESKTOP);
  await register(owner.page);
  await owner.page.goto(await linkIn('choisissez votre mot de passe'));
  await choose(owner.page, 'aaaaaaaaaaaa');
  await owner.page.getByText('Ce mot de passe est trop faible.').waitFor();
  await choose(owner.page, email);
  await owner.page.getByText('Le mot de passe ne doit contenir ni votre nom').waitFor();
  await choose(owner.page, first, second);
  await owner.page.getByText('Les deux mots de passe ne correspondent pas.').waitFor();
  await choose(owner.page, first);
  await owner.page.getByTestId('password-chosen').waitFor();
  await logIn(owner.page, first);
  await owner.page.getByText('Vous êtes connecté.').waitFor();

  const other = await visitor(browser, PHONE);
  // Another visitor who registers the address sees the same page; the owner of the address gets a mail.
  await register(other.page);
  await linkIn('Vous avez déjà un compte');

  await other.page.goto(`${stackUrl()}/app/theatres/lumiere/password?lang=fr`);
  await other.page.locator('input[name=email]').fill(email);
  await other.page.getByTestId('ask-reset').click();
  await other.page.getByTestId('link-sent').waitFor();
  const link = await linkIn('Votre mot de passe');
  await other.page.goto(link);
  await choose(other.page, second);
  await other.page.getByTestId('password-chosen').waitFor();
  await other.page.goto('about:blank');
  await other.page.goto(link);
  await other.page.getByTestId('link-used').waitFor();
  // A page of the account offers the login itself.
  await other.page.goto(`${stackUrl()}/app/account?lang=fr`);
  await pressOn(other.page, '[data-testid=sign-in]');
  await fillLogin(other.page, second);
  await other.page.getByTestId('account-page').waitFor();

  await owner.page.goto(`${stackUrl()}/app/theatres/lumiere?lang=fr`);
  await owner.page.getByTestId('account').filter({ hasText: 'Mon compte' }).waitFor();
  await logIn(owner.page, first);
  await owner.page.getByText('E-mail et/ou mot de passe incorrect.').waitFor();
  await logIn(owner.page, second);
  await owner.page.getByText('Vous êtes connecté.').waitFor();
  expect([...owner.consoleErrors, ...other.consoleErrors]).toEqual([]);
}, 240_000);

test('a mailed link logs in without a password, once, in any browser, and only a press uses it up', async () => {
  const asker = await visitor(browser, PHONE);
  await openAccount(asker.page);
  await asker.page.getByTestId('send-login-link').click();
  await asker.page.locator('.account-panel input[name=email][aria-invalid=true]').waitFor();
  await asker.page.locator('.account-panel input[name=email]').fill(email);
  await asker.page.getByTestId('send-login-link').click();
  await asker.page.getByTestId('link-sent').waitFor();
  const link = await linkIn('Votre lien de connexion', 'theatres/lumiere/login');

  const reader = await visitor(browser, DESKTOP);
  for (let time = 0; time < 3; time++) {
    await reader.page.goto('about:blank');
    await reader.page.goto(link);
    await reader.page.getByTestId('log-in-by-link').waitFor();
  }
  await pressOn(reader.page, '[data-testid=log-in-by-link]');
  await reader.page.getByTestId('logged-in-by-link').waitFor();
  await reader.page.getByRole('link', { name: 'Mes coordonnées' }).click();
  await reader.page.getByTestId('account-page').getByText(email).first().waitFor();

  await asker.page.goto(link);
  await asker.page.getByTestId('link-used').waitFor();
  await asker.page.getByTestId('another-link').click();
  await asker.page.getByTestId('ask-login-link').waitFor();
  expect([...asker.consoleErrors, ...reader.consoleErrors]).toEqual([]);
}, 240_000);

test('who logs in by a link during a purchase goes on with it', async () => {
  const buyer = `paul-${stamp}@buyer.example`;
  const { page, consoleErrors } = await visitor(browser, PHONE);
  await page.goto(`${stackUrl()}/app/reservations/cart/add/${await performanceOnSale()}?lang=fr`);
  await page.getByTestId('best-seats').click();
  await page.getByTestId('countdown').first().waitFor();
  const { id: tenantId } = await getJson<{ id: string }>('/app-api/configuration/saas-customers/lumiere');
  const names = { firstName: 'Paul & Ève', lastName: 'D’Arc' };
  await callOk('/app-api/session/login-link', { body: { tenantId, email: buyer, ...names, language: 'fr' } });
  await page.goto(await linkIn('Ouvrez votre compte', 'theatres/lumiere/login', buyer));
  await page.getByTestId('log-in-by-link').click();
  await page.getByTestId('back-to-cart').click();
  await page.getByTestId('terms').waitFor();
  expect(await page.locator('#customer-email').inputValue()).toBe(buyer);
  await page.getByTestId('terms').check();
  await page.getByTestId('pay').first().click();
  await page.getByTestId('bank-pay').click();
  await page.locator('[data-testid="outcome"][data-outcome="VALIDATED"]').waitFor({ timeout: 60_000 });
  expect(consoleErrors).toEqual([]);
}, 180_000);

test('its owner changes the details, withdraws a consent, downloads everything, and erases it by mail', async () => {
  const { page, consoleErrors } = await visitor(browser, PHONE);
  await logIn(page, second);
  await page.getByText('Vous êtes connecté.').waitFor();
  await openAccount(page);
  await page.getByTestId('account-link').click();
  await page.getByTestId('account-page').waitFor();
  await page.locator('#details-addressLine1').fill('3 rue Haute & Basse');
  await page.getByTestId('save-details').click();
  // An address is whole or absent: the first field that is missing has the focus.
  await page.locator('#details-zipCode:focus').waitFor();
  await page.locator('#details-zipCode').fill('77000');
  await page.locator('#details-city').fill('Melun');
  await page.getByTestId('save-details').click();
  await page.getByText('Vos coordonnées sont enregistrées.').waitFor();
  await page.getByTestId('newsletter').click();
  await page.getByText('vous recevrez les nouvelles').waitFor();
  await page.getByTestId('newsletter').click();
  await page.getByText('vous ne recevrez plus de nouvelles').waitFor();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('personal-data').click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({
    account: { email },
    crm: { person: { email, addresses: [{ addressLine1: '3 rue Haute & Basse', city: 'Melun' }] } },
    ticketing: { reservations: [] },
  });

  await page.getByTestId('erase').click();
  await page.getByTestId('erase-send').click();
  await page.getByTestId('link-sent').waitFor();
  await page.goto(await linkIn('Effacer votre compte', 'account/erase'));
  await page.getByTestId('erase-confirm').click();
  await page.getByTestId('erased').waitFor();
  // The login is removed by an event.
  const { id: tenantId } = await getJson<{ id: string }>('/app-api/configuration/saas-customers/lumiere');
  await eventually(async () => {
    const response = await fetch(`${stackUrl()}/app-api/session/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ tenantId, email, password: second }),
    });
    expect(await response.json()).toMatchObject({ code: 'front.bad-credentials' });
  });
  expect(consoleErrors).toEqual([]);
}, 240_000);
