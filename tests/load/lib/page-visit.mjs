// Opens a page in a browser and says what it cost: bytes on the wire by kind, when the largest content was painted,
// how far content moved, how long a press took.
import { gzipSync } from 'node:zlib';

/** A phone of the middle class on a slow mobile network: Chromium's own preset "Slow 4G", and a quarter of the processor. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 0.9 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 0.9 * 1024) / 8,
};
const SLOWER_PROCESSOR = 4;
const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};
const KINDS = { Document: 'page', Script: 'scripts', Stylesheet: 'styles', Font: 'fonts' };
const QUIET_MS = 1_000;

/** Compressed bytes of a page that its data cost: the content of `main` and the data of the first screen. */
function dataBytesOf(html) {
  const bare = html
    .replace(/(<main[^>]*>)[\s\S]*(<\/main>)/, '$1$2')
    .replace(/(<script type="application\/(?:ld\+)?json"[^>]*>)[^<]*/g, '$1');
  return gzipSync(html).length - gzipSync(bare).length;
}

/** Runs in the page, before its scripts. */
function observe() {
  const vitals = { lcp: 0, lcpElement: '', cls: 0, presses: [] };
  globalThis.vitals = vitals;
  const on = (type, handle, options = {}) =>
    new globalThis.PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({
      type,
      buffered: true,
      ...options,
    });
  on('largest-contentful-paint', ({ startTime, element }) => {
    vitals.lcp = startTime;
    vitals.lcpElement = element ? `${element.tagName.toLowerCase()}.${element.className}` : '';
  });
  on('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) vitals.cls += value;
  });
  on('event', ({ interactionId, duration }) => interactionId && vitals.presses.push(duration), {
    durationThreshold: 16,
  });
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 * @param {{ screen?: 'phone' | 'desktop', isSlow?: boolean, coding?: string, files?: object[], context?: import('playwright-core').BrowserContext,
 *   prepare?: (page: import('playwright-core').Page) => Promise<void>, act?: (page: import('playwright-core').Page) => Promise<void> }} [options]
 *   `files` receives what is loaded, while it is. `act` is what the visitor does once the page is complete; presses are timed.
 */
export async function visitPage(browser, address, options = {}) {
  const { screen = 'phone', isSlow = false, coding, prepare, act } = options;
  const context = options.context ?? (await browser.newContext({ ...SCREENS[screen], locale: 'fr-FR' }));
  const page = await context.newPage();
  try {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    if (coding)
      await devtools.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': coding } });
    if (isSlow) {
      await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
    }
    const kinds = new Map();
    const bytes = { page: 0, dataInPage: 0, scripts: 0, styles: 0, fonts: 0, data: 0 };
    const files = options.files ?? [];
    devtools.on('Network.responseReceived', ({ requestId, type, response }) =>
      kinds.set(requestId, {
        kind: KINDS[type] ?? 'data',
        url: response.url,
        length: Number(response.headers['Content-Length'] ?? response.headers['content-length']),
      }),
    );
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const file = kinds.get(requestId);
      if (!file) return;
      // Without the headers where the length of the body alone is known.
      const length = Number.isNaN(file.length) ? encodedDataLength : file.length;
      bytes[file.kind] += length;
      files.push({ url: file.url, kind: file.kind, bytes: length });
    });
    await page.addInitScript(observe);
    await prepare?.(page);
    const answer = await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    // A page that leads to the login is left, and had no data.
    if (coding === 'gzip') bytes.dataInPage = dataBytesOf(await answer.text().catch(() => ''));
    await idle(page, () => files.length);
    const vitals = () => page.evaluate(() => globalThis.vitals);
    const { lcp, lcpElement, cls } = await vitals();
    await act?.(page);
    const { presses } = await vitals();
    return { bytes, files, lcp, lcpElement, cls, inp: Math.max(0, ...presses) };
  } finally {
    await page.close();
    if (!options.context) await context.close();
  }
}

/** Waits until nothing more was loaded for a second; streams stay open, so that the network is never idle. */
async function idle(page, count) {
  for (let before = -1; before !== count();) {
    before = count();
    await page.waitForTimeout(QUIET_MS);
  }
}
