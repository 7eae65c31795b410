import type { Browser } from 'playwright-core';
import { mailsTo } from '../support/mailbox';
import { inDatabaseOf } from '../support/service-database';
import { eventually, getJson, stackUrl } from '../support/stack';
import { DESKTOP, launch, PHONE, picture, visitor } from './browser';

interface Show {
  id: string;
  performances: { id: string; onSale: boolean; placesRemaining: number }[];
}
const CATALOGUE = '/app-api/configuration';
/** Of its own in each run: the gateway may still have that of another one. */
const HOST = `billets-${Date.now().toString(36)}.theatre.example`;
/** Hosts of theatres are reached at the port of the installation. */
const ORIGIN = `http://${HOST}:${new URL(stackUrl()).port}`;

let browser: Browser;
let performance: string;
let otherShow: string;

const showsOf = async (slug: string) =>
  (await getJson<{ items: { id: string }[] }>(`${CATALOGUE}/spectacles/by-saas-customer/${slug}`)).items;

beforeAll(async () => {
  // Browsers give pages of plain http less than those of https; the name leads to the gateway of this stack.
  browser = await launch([
    `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
    `--unsafely-treat-insecure-origin-as-secure=${ORIGIN}`,
  ]);
  const shows = await Promise.all(
    (await showsOf('lumiere')).map(({ id }) => getJson<Show>(`${CATALOGUE}/spectacles/${id}`)),
  );
  const roomy = shows
    .flatMap(({ performances }) => performances)
    .find(({ onSale, placesRemaining }) => onSale && placesRemaining > 20);
  otherShow = (await showsOf('comedie'))[0]?.id ?? '';
  if (!roomy || !otherShow) throw new Error('the theatres lumiere and comedie sell nothing');
  performance = roomy.id;
  // What the proof writes: the records of a real domain are for the tests of the service, with a name server.
  await inDatabaseOf(
    'ticketing',
    `INSERT INTO public_host (tenant_id, host) SELECT tenant_id, $1 FROM tenant_profile WHERE slug = 'lumiere'`,
    [HOST],
  );
}, 60_000);
afterAll(async () => {
  await inDatabaseOf('ticketing', 'DELETE FROM public_host WHERE host = $1', [HOST]);
  await browser?.close();
});

test('a theatre sells on its own host, which shows nothing of another one, until it gives the host up', async () => {
  const { page, context, consoleErrors } = await visitor(browser, PHONE);
  // Asked only where the theatre has tracking pixels.
  await page.addLocatorHandler(page.getByTestId('pixels-refuse'), (refuse) => refuse.click());
  await eventually(async () => {
    await page.goto(`${ORIGIN}/`);
    if (page.url() !== `${ORIGIN}/app/theatres/lumiere`) throw new Error(`the host shows ${page.url()}`);
  }, 20_000);
  await page.locator('h1').first().waitFor();
  await picture(page, 'own-host');
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
  expect(canonical).toBe(`${ORIGIN}/app/theatres/lumiere`);
  const other = await page.goto(`${ORIGIN}/app/spectacles/${otherShow}`);
  expect(other?.status()).toBe(404);

  await page.goto(`${ORIGIN}/app/reservations/cart/add/${performance}`);
  await page.getByTestId('best-seats').click();
  await page.getByTestId('countdown').first().waitFor();
  await page.getByTestId('continue').first().click();
  await page.getByTestId('terms').waitFor();
  const email = `own-host-${Date.now()}@buyer.example`;
  const values = Object.entries({ 'Adresse e-mail': email, Prénom: 'Zoé & Jo', Nom: 'Moreau' });
  for (const [label, text] of values) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByTestId('terms').click();
  await page.getByTestId('pay').click();
  await page.getByTestId('bank-pay').click();
  await page.locator('[data-testid="outcome"][data-outcome="VALIDATED"]').waitFor({ timeout: 60_000 });
  expect(new URL(page.url()).origin).toBe(ORIGIN);

  const mail = await eventually(async () => {
    const tickets = (await mailsTo(email)).find(({ attachments }) => attachments.length > 0);
    if (!tickets) throw new Error('no tickets yet');
    return JSON.stringify(tickets);
  }, 60_000);
  const order = new RegExp(`${ORIGIN}/app/o\\?lang=fr#[\\w-]{64}`).exec(mail)?.[0] ?? '';
  expect(order).not.toBe('');
  expect(consoleErrors).toEqual([]);

  // The mail is older than the change, and its link still opens the order.
  await inDatabaseOf('ticketing', 'UPDATE public_host SET is_current = false WHERE host = $1', [HOST]);
  const { page: later, context: anotherDevice } = await visitor(browser, DESKTOP);
  await eventually(async () => {
    await later.goto(`${ORIGIN}/app/theatres/lumiere`);
    if (!later.url().startsWith(stackUrl())) throw new Error('the host is still shown');
  }, 20_000);
  await later.goto(order);
  await later.getByText('Zoé & Jo').first().waitFor();
  expect(new URL(later.url()).origin).toBe(new URL(stackUrl()).origin);
  await Promise.all([context.close(), anotherDevice.close()]);
}, 240_000);
