// Run by `npm run screens`: a picture of every screen in every look, on the running stack; with --axe also what axe finds
// wrong with each, and an exit code that says so. With --mode light,dark,custom the public screens alone, in each page style
// that a theatre may choose.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launch } from '../e2e/browser';
import { inEachMode, modesOf, themeOf } from './page-styles';
import { tourOf, visit, VISITORS, type Look, type Tour } from './screens';
import { violations } from './violations';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.data/screens' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'fr,en' },
    theme: { type: 'string', default: 'light,dark' },
    mode: { type: 'string', default: '' },
    width: { type: 'string', default: '1440,390' },
    axe: { type: 'boolean', default: false },
  },
});

const languages = options.language.split(',');
const allThemes = options.theme.split(',');
/** Public pages alone have modes. */
const modes = modesOf(options.mode);
const widths = options.width.split(',').map(Number);
const PHONE_HEIGHT = 844;
const DESKTOP_HEIGHT = 900;

/** The looks of a page that is open: every width, in every theme. */
async function eachLook(
  page: Page,
  themes: readonly string[],
  see: (end: string) => Promise<void>,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 600 ? PHONE_HEIGHT : DESKTOP_HEIGHT });
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' });
      // Keycloak's pages have no `data-theme`.
      await page.locator(`html:not([data-theme]), html[data-theme=${theme}]`).waitFor({ state: 'attached' });
      // Two frames: the new width has been drawn.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await see(`${theme}-${width}`);
    }
  }
}

async function main(): Promise<void> {
  mkdirSync(options.out, { recursive: true });
  const browser = await launch();
  const troubles = new Set<string>();
  const report = (trouble: string) => {
    if (!troubles.has(trouble)) console.warn(trouble);
    troubles.add(trouble);
  };
  try {
    const tour = await (modes.length > 0 ? tourOf(browser, VISITORS) : tourOf(browser));
    try {
      if (modes.length === 0) await take(browser, tour, allThemes, report);
      await inEachMode(modes, (mode) =>
        take(browser, tour, [themeOf(mode)], report, `${mode.toLowerCase()}-`),
      );
    } finally {
      await tour.end();
    }
    if (options.axe && troubles.size > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

/** Takes the pictures of all screens in each language. */
async function take(
  browser: Browser,
  tour: Tour,
  themes: readonly string[],
  report: (trouble: string) => void,
  mode = '',
): Promise<void> {
  // The login of staff and the page of the API belong to no theatre.
  const isTaken = (name: string) => mode === '' || name.startsWith('visitor--');
  const screens = tour.screens.filter(({ name }) => isTaken(name) && name.includes(options.only));
  for (const language of languages as Look['language'][]) {
    const look: Look = { language, theme: 'auto', width: widths[0] ?? 1440 };
    await visit(browser, { ...tour, screens }, look, async (page, { name }, wrong) => {
      if (wrong) report(`${name}: ${wrong}`);
      await eachLook(page, themes, async (end) => {
        if (options.axe)
          for (const violation of await violations(page))
            report(`${name} ${language}-${mode}${end}: ${violation}`);
        await page.screenshot({ path: join(options.out, `${name}--${language}-${mode}${end}.png`) });
      });
      await page.setViewportSize({ width: look.width, height: DESKTOP_HEIGHT });
    });
    console.log(
      `${screens.length} screens in ${language}, each in ${themes.length * widths.length} looks, in ${options.out}`,
    );
  }
}
void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
