import type { Page } from 'playwright-core';

/** Shown while a page waits for something. */
const WAITING = '[aria-busy=true], .c-skeleton, .s-splash';
/** Shown instead of the content: an empty state, or a failure. */
const STATE = '.c-state';

/** Part of a file's name made of an address, the ids of records left out. */
export const slug = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'one')
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '');

/**
 * Waits until a page is complete: `ready` is there, or a state that says why it is not; nothing is being fetched, no
 * skeleton is left, fonts are loaded. Returns what is wrong, or null.
 */
export async function settled(page: Page, ready: string): Promise<string | null> {
  try {
    await page.locator(`${ready}, ${STATE}`).first().waitFor({ state: 'attached', timeout: 30_000 });
    // One wait may begin as another ends: a skeleton is removed, and the list in its place fetches.
    while (await page.locator(WAITING).count())
      await page.locator(WAITING).first().waitFor({ state: 'detached', timeout: 30_000 });
    await page.evaluate('document.fonts.ready.then(() => true)');
  } catch (failure) {
    return `${ready} did not come: ${String(failure)}`;
  }
  // Two frames: what has just been put there is drawn.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const failure = page.locator('.c-state[role=alert]').first();
  if ((await failure.count()) > 0) return (await failure.innerText()).replace(/\s+/g, ' ');
  if ((await page.locator(ready).count()) > 0) return null;
  return `no ${ready}: ${(await page.locator(STATE).first().innerText()).replace(/\s+/g, ' ')}`;
}
