// Bundles TypeScript of the folder `tests` that runs as a program of its own.
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './settings.mjs';

/** @param {string} entry below `tests` @param {string} name of the program @returns {Promise<string>} its file */
export async function bundleTests(entry, name) {
  const outfile = join(ROOT, 'tests/dist', `${name}.cjs`);
  await build({
    entryPoints: [join(ROOT, 'tests', entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    alias: {
      '@coulisse/contracts': join(ROOT, 'packages/contracts/src/index.ts'),
      '@coulisse/test-kit': join(ROOT, 'packages/test-kit/src'),
    },
    logLevel: 'warning',
  });
  return outfile;
}
