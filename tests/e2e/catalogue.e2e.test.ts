import type { Browser, Page } from 'playwright-core';
import { getJson, stackUrl } from '../support/stack';
import { launch, PHONE } from './browser';

interface Performance {
  id: string;
  date: string;
  onSale: boolean;
  availability: string;
}
interface Show {
  id: string;
  name: string;
  genre: string | null;
  performances: Performance[];
}

/** From the theatre to the choice of a date, for a visitor whose browser runs no script. */
describe('the catalogue without JavaScript', () => {
  let browser: Browser;
  let page: Page;
  let shows: Show[];

  beforeAll(async () => {
    browser = await launch();
    const context = await browser.newContext({ viewport: PHONE, locale: 'fr-FR', javaScriptEnabled: false });
    page = await context.newPage();
    const path = '/app-api/configuration/spectacles/by-saas-customer/lumiere';
    shows = (await getJson<{ items: Show[] }>(path)).items;
  }, 30_000);
  afterAll(() => browser?.close());

  const open = (path: string) => page.goto(stackUrl() + path);
  const onSale = () => {
    const show = shows.find(({ performances }) => performances.some((performance) => performance.onSale));
    const performance = show?.performances.find((candidate) => candidate.onSale);
    if (!show || !performance) throw new Error('the theatre lumiere sells nothing');
    return { show, performance };
  };

  it('a visitor goes from the theatres to a show, chooses a date and sees the page of its places', async () => {
    const { show, performance } = onSale();
    await open('/app');
    await page.getByRole('link', { name: 'La Lumière' }).click();
    await page.waitForURL('**/app/theatres/lumiere');
    await page.locator('.show-card', { hasText: show.name }).first().click();
    await page.waitForURL('**/app/spectacles/*');
    expect(await page.locator('h1').textContent()).toBe(show.name);
    await page.getByTestId(`performance-${performance.id}`).click();
    await page.waitForURL(`**/app/reservations/cart/add/${performance.id}`);
    expect(await page.locator('h1').first().textContent()).toContain(show.name);
  }, 15_000);

  it('a genre and a day are chosen by links and by a form, and stand in the address', async () => {
    const { show, performance } = onSale();
    await open(`/app/theatres/lumiere?genre=${show.genre ?? ''}`);
    const titles = await page.locator('.show-card strong').allTextContents();
    expect(titles).toEqual(shows.filter(({ genre }) => genre === show.genre).map(({ name }) => name));
    await page.locator('input[name=date]').fill(performance.date);
    await page.locator('form[action="#dates"] button').click();
    await page.waitForURL(`**/app/theatres/lumiere?*date=${performance.date}*`);
    expect(page.url()).toContain(`genre=${show.genre}`);
    expect(await page.locator('.day').textContent()).toContain(show.name);
    expect(await page.locator(`.day a[href$="/cart/add/${performance.id}"]`).count()).toBe(1);
  }, 15_000);

  it('the calendar turns to the next month and back', async () => {
    await open('/app/theatres/lumiere');
    const month = () => page.locator('.calendar-month b').textContent();
    const first = await month();
    const months = new Set(
      shows.flatMap(({ performances }) => performances.map(({ date }) => date.slice(0, 7))),
    );
    // The demo data reach over five weeks.
    expect(months.size).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'Mois suivant' }).click();
    await page.waitForURL('**/app/theatres/lumiere?month=*');
    expect(await month()).not.toBe(first);
    await page.getByRole('link', { name: 'Mois précédent' }).click();
    expect(await month()).toBe(first);
  }, 15_000);

  it('every poster is an image that loads', async () => {
    await open('/app/theatres/lumiere');
    const addresses = await page
      .locator('.show-card .poster')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
    expect(addresses.length).toBe(shows.length);
    for (const address of addresses) {
      const answer = await fetch(stackUrl() + address);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ]);
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
  }, 15_000);
});
