import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { tourOf, visit, type Look, type Tour } from '../screens/screens';
import { DESKTOP, launch, PHONE } from './browser';

/** What WCAG 2.2 asks at levels A and AA, and what axe calls best practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let browser: Browser;
let tour: Tour;

beforeAll(async () => {
  browser = await launch();
  tour = await tourOf(browser);
}, 180_000);
afterAll(async () => {
  await browser?.close();
});

/** Each violation in one line: the rule, where, and what axe says of it. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id} at ${node.target.join(' ')}: ${node.failureSummary?.split('\n').at(-1)?.trim()}`,
    ),
  );
}

const LOOKS: [string, Look][] = [
  ['on a desktop, in French, light', { language: 'fr', theme: 'light', width: DESKTOP.width }],
  ['on a phone, in English, dark', { language: 'en', theme: 'dark', width: PHONE.width }],
];

test.each(LOOKS)(
  'every screen %s is free of violations',
  async (_title, look) => {
    const found: Record<string, string[]> = {};
    await visit(browser, tour, look, async (page, screen, wrong) => {
      const lines = [...(wrong ? [wrong] : []), ...(await violations(page))];
      if (lines.length) found[screen.name] = lines;
    });
    expect(tour.screens.length).toBeGreaterThan(30);
    expect(found).toEqual({});
  },
  600_000,
);

test('a page that is wrong is found to be wrong', async () => {
  const page = await browser.newPage();
  await page.setContent('<main><h1>Une page</h1><img src="data:," /><button></button></main>');
  expect((await violations(page)).map((line) => line.split(' ')[0])).toEqual(
    expect.arrayContaining(['image-alt', 'button-name']),
  );
  await page.close();
});
