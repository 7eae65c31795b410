import type { Browser, BrowserContext } from 'playwright-core';

const REFUSED = /content security policy/i;

/** The browser, with a record of what it refuses to load, run or apply by the policy of a page. */
export function watched(browser: Browser, found: string[]): Browser {
  const newContext: Browser['newContext'] = async (...args) => {
    const context: BrowserContext = await browser.newContext(...args);
    context.on('console', (message) => {
      const text = message.text();
      if (REFUSED.test(text)) found.push(`${message.page()?.url()}: ${text.slice(0, 300)}`);
    });
    return context;
  };
  return { newContext } as unknown as Browser;
}
