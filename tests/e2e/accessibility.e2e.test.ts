import type { Browser } from 'playwright-core';
import { watched } from '../screens/refused-sources';
import { contextOf, tourOf, visit, type Look, type Tour } from '../screens/screens';
import { violations } from '../screens/violations';
import { stackUrl } from '../support/stack';
import { DESKTOP, launch, PHONE, visitor } from './browser';

let browser: Browser;
let tour: Tour;
beforeAll(async () => {
  browser = await launch();
  tour = await tourOf(browser);
}, 180_000);
afterAll(async () => {
  await tour?.end();
  await browser?.close();
});

/**
 * Generated lists, forms and records share one implementation: those of third parties represent all, beside every
 * hand-made screen. `npm run screens -- --axe` checks each screen, in each look.
 */
const CHOSEN = new RegExp(
  [
    '^visitor|^login|^api-docs|dashboard|palette|nowhere|crm-tiers|duplicates|saas-customers',
    // Of the box office: work screens, and records and forms with cards of their own.
    'reception|plans|one-plan$|spetacle-calendar|statements|widget|cart-add|reservations-add|exchange|revise',
    'representations-(?:add|one)|(?:reservations|gift-vouchers|spectacles|salles|settings)-one-informations',
    'formules-add|settings-one-edit|payments-one-informations|own-hosts-add',
  ].join('|'),
);

const LOOKS: Look[] = [
  { language: 'fr', theme: 'light', width: DESKTOP.width },
  { language: 'en', theme: 'dark', width: PHONE.width },
];

/** The looks take turns, screen by screen, so that each screen is examined once. */
async function violationsIn(look: Look, turn: number): Promise<Record<string, string[]>> {
  const chosen = tour.screens.filter(({ name }) => CHOSEN.test(name));
  expect(chosen.length).toBeGreaterThan(25);
  const screens = chosen.filter((_screen, index) => index % LOOKS.length === turn);
  const found: Record<string, string[]> = {};
  const refused: string[] = [];
  await visit(watched(browser, refused), { ...tour, screens }, look, async (page, { name }, wrong) => {
    const lines = [...(wrong ? [wrong] : []), ...(await violations(page))];
    // Widgets add their styles when they open.
    const picker = page.locator('.p-calendar button, .p-dropdown, .p-autocomplete-dropdown').first();
    if (await picker.isVisible()) await picker.click({ timeout: 2_000 }).catch(() => undefined);
    lines.push(...refused.splice(0));
    if (lines.length) found[name] = lines;
  });
  return found;
}

// Both looks at once: axe works in the process of its page, and uses one core.
test('axe finds no violation on the screens, and their policy refuses nothing, on a desktop in French or on a phone in the dark in English', async () => {
  expect(await Promise.all(LOOKS.map(violationsIn))).toEqual(LOOKS.map(() => ({})));
}, 400_000);

test('an open page follows the system into the dark theme', async () => {
  const context = await contextOf(browser, { language: 'fr', theme: 'auto', width: DESKTOP.width });
  const page = await context.newPage();
  await page.goto(`${stackUrl()}/app/`);
  await page.locator('html[data-theme=light]').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-theme=dark]').waitFor({ timeout: 10_000 });
  await context.close();
}, 60_000);

test('axe finds the violation of a broken page', async () => {
  const { page, context } = await visitor(browser, DESKTOP);
  await page.setContent('<main><h1>Une page</h1><img src="data:," /><button></button></main>');
  const rules = (await violations(page)).map((line) => line.split(' ')[0]);
  expect(rules).toEqual(expect.arrayContaining(['image-alt', 'button-name']));
  await context.close();
}, 60_000);
