import type { Browser } from 'playwright-core';
import { watched } from '../screens/refused-sources';
import { stackUrl } from '../support/stack';
import { launch } from './browser';

// The screens themselves are visited once for all: accessibility.e2e.test.ts finds what their policy refuses.
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

test('a style element without the nonce of its page is refused, and this test detects it', async () => {
  const found: string[] = [];
  const context = await watched(browser, found).newContext();
  const page = await context.newPage();
  await page.goto(`${stackUrl()}/app/`);
  await page.evaluate(
    `document.head.append(Object.assign(document.createElement('style'), { textContent: 'a{}' }))`,
  );
  await page.waitForTimeout(200);
  expect(found).toHaveLength(1);
  await context.close();
}, 60_000);

test('the policy of pages names no unsafe source', async () => {
  for (const path of ['/app/', '/b/']) {
    const answer = await fetch(stackUrl() + path);
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  }
});
