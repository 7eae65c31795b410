// Bundles TypeScript of the folder `tests` that runs as a program of its own.
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './settings.mjs';

/** @param {string} name of a folder of `tests` with a `main.ts` @returns {Promise<string>} the program */
export async function bundleTests(name) {
  const outfile = join(ROOT, 'tests/dist', `${name}.cjs`);
  await build({
    entryPoints: [join(ROOT, 'tests', name, 'main.ts')],
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
