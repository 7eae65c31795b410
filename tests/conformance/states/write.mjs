// npm run states: writes the state diagram of each resource, docs/states/<resource>.md.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { serverBundle } from '../../../dev/build.mjs';
import { CACHE_DIR, ROOT } from '../../../dev/lib/settings.mjs';

const outfile = join(CACHE_DIR, 'states/state-pages.cjs');
const services = await readdir(join(ROOT, 'services'));
const { entryPoints: _entryPoints, ...options } = serverBundle('', outfile);
await build({
  ...options,
  sourcemap: false,
  stdin: {
    contents: [
      `export * from './tests/conformance/states/state-pages';`,
      `export const resources = [${services.map((name) => `require('./services/${name}/src/resources')`).join(', ')}]`,
      `  .flatMap((module) => Object.values(module)).filter((value) => value?.rights && value.fields);`,
    ].join('\n'),
    resolveDir: ROOT,
    loader: 'ts',
  },
});
const { resources, statePages, STATE_PAGES } = createRequire(import.meta.url)(outfile);
const folder = join(ROOT, STATE_PAGES);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [file, text] of statePages(resources)) await writeFile(join(folder, file), text);
