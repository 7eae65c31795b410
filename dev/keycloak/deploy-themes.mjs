// node dev/keycloak/deploy-themes.mjs <folder>: puts our login pages, with their fonts, into the `themes` of a Keycloak.
import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../lib/settings.mjs';

const THEMES = fileURLToPath(new URL('theme', import.meta.url));
const FONTS = ['inter', 'fraunces'];

/**
 * Fonts come from npm; without them the system's are used.
 * @param {string} folder
 */
export async function deployThemes(folder) {
  for (const theme of await readdir(THEMES)) {
    const target = join(folder, theme);
    await rm(target, { recursive: true, force: true });
    await cp(join(THEMES, theme), target, { recursive: true });
    for (const font of FONTS) {
      const file = join(
        ROOT,
        'node_modules/@fontsource-variable',
        font,
        `files/${font}-latin-wght-normal.woff2`,
      );
      if (existsSync(file)) await cp(file, join(target, 'login/resources/fonts', `${font}.woff2`));
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder) {
    await deployThemes(resolve(folder));
    console.log(
      'Done. A Keycloak that was not started with `start-dev` has to be started again to see them.',
    );
  } else {
    console.error('node dev/keycloak/deploy-themes.mjs <folder "themes" of a Keycloak>');
    process.exitCode = 1;
  }
}
