import type { Browser } from 'playwright-core';
import { ADMINISTRATOR } from '../support/staff';
import { fromStack } from '../support/stack';
import { DESKTOP, launch, login, visitor } from './browser';

jest.setTimeout(120_000);
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

const REMOTES = '**/mf/**';

test('the portal starts without the code of its remotes; a page loads that of its own, again on request', async () => {
  const { page, context } = await visitor(browser, DESKTOP);
  await page.route(REMOTES, (route) => route.abort());
  await login(page, ADMINISTRATOR, fromStack('TEST_DEMO_PASSWORD'));
  const rail = page.getByRole('navigation', { name: 'Menu principal' });
  const content = page.getByRole('main');
  for (const name of ['Clients', 'Réservations', 'Utilisateurs'])
    await rail.getByRole('link', { name, exact: true }).waitFor();
  // The dashboard says that its part of a remote is missing.
  await content.getByRole('button', { name: 'Réessayer' }).waitFor();
  // A drawing of an outline is that of its icon.
  expect(
    await rail.getByRole('link', { name: 'Clients', exact: true }).locator('svg > *').count(),
  ).toBeGreaterThan(1);

  await rail.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.waitForURL(/crm\/tiers/);
  const again = content.getByRole('button', { name: 'Réessayer' });
  await again.waitFor();
  await page.unroute(REMOTES);
  await again.click();
  await content.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
  await content.getByRole('grid').waitFor();
  await context.close();
});
