// Run by `npm run screens`: a picture of every screen in every look, on the running stack; with --axe also what axe finds
// wrong with each, and an exit code that says so.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from '../e2e/browser';
import { tourOf, visit, type Look } from './screens';
import { violations } from './violations';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.data/screens' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'fr,en' },
    theme: { type: 'string', default: 'light,dark' },
    width: { type: 'string', default: '1440,390' },
    axe: { type: 'boolean', default: false },
  },
});

const looks = options.language
  .split(',')
  .flatMap((language) =>
    options.theme
      .split(',')
      .flatMap((theme) =>
        options.width.split(',').map((width) => ({ language, theme, width: Number(width) }) as Look),
      ),
  );

async function main(): Promise<void> {
  mkdirSync(options.out, { recursive: true });
  const browser = await launch();
  try {
    const tour = await tourOf(browser);
    const troubles = new Set<string>();
    const screens = tour.screens.filter(({ name }) => name.includes(options.only));
    for (const look of looks) {
      const end = `${look.language}-${look.theme}-${look.width}`;
      await visit(browser, { ...tour, screens }, look, async (page, { name }, wrong) => {
        if (wrong) troubles.add(`${name}: ${wrong}`);
        if (options.axe)
          for (const violation of await violations(page)) troubles.add(`${name} ${end}: ${violation}`);
        await page.screenshot({ path: join(options.out, `${name}--${end}.png`) });
      });
      console.log(`${screens.length} pictures ${end} in ${options.out}`);
    }
    for (const trouble of troubles) console.warn(trouble);
    if (options.axe && troubles.size > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}
void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
