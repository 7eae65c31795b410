import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { contextOf, type Look } from '../screens/screens';
import { fromStack } from '../support/stack';
import {
  duplicate,
  exportFound,
  importFile,
  keepView,
  keyboard,
  merge,
  type Scenario,
} from '../scenarios/third-parties';
import { DESKTOP, launch, login, PHONE, picture } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const LOOKS: [string, Look][] = [
  ['on a desktop, in French', { language: 'fr', theme: 'light', width: DESKTOP.width }],
  ['on a phone, in English, in the dark', { language: 'en', theme: 'dark', width: PHONE.width }],
];

test.each(LOOKS)(
  'third parties are imported, exported, copied, merged, kept in views and walked by keys, %s',
  async (_title, look) => {
    const context = await contextOf(browser, look);
    const page = await context.newPage();
    const consoleErrors: string[] = [];
    page.on('pageerror', (error) => consoleErrors.push(error.message));
    const scenario: Scenario = { tag: `w${randomBytes(4).toString('hex')}`, onStep: async () => undefined };
    try {
      await login(page, 'admin@lumiere.example', fromStack('TEST_DEMO_PASSWORD'));
      await page.getByTestId('person-menu').waitFor();

      const { expected, outcome, refusedRows } = await importFile(page, scenario);
      expect(expected).toMatchObject({ created: 950, failed: 50 });
      expect(outcome).toMatchObject({ created: 950, failed: 50 });
      expect(refusedRows).toBe(50);
      expect(await exportFound(page, scenario)).toBe(950);
      expect(await duplicate(page, scenario)).toContain(scenario.tag);
      expect(await merge(page, scenario)).toBe(1);
      await keepView(page, scenario);
      expect(await keyboard(page, scenario)).toMatch(/^\/b\/crm\/tiers\/[0-9a-f-]{36}\/informations$/);
      expect(consoleErrors).toEqual([]);
    } catch (failure) {
      await picture(page, `third-parties-${look.width}`);
      throw failure;
    } finally {
      await context.close();
    }
  },
  240_000,
);
