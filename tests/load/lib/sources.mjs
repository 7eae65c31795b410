// Modules of the packages and services, which are TypeScript, for benchmarks that run them in this process.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from '../../../dev/lib/settings.mjs';

export const SAMPLE = join(ROOT, 'packages/sample');
const OUTSIDE = [
  'pg',
  '@grpc/*',
  'grpc-health-check',
  'kafkajs',
  '@prisma/*',
  'pino',
  'pino-pretty',
  'express',
  'inversify',
];

/**
 * Bundles a module whose text is `contents`, as if it stood in `src` of the folder, and loads it.
 * @param {string} folder of a package or service: its program finds migrations from where it is
 * @param {string} contents
 */
export async function loadSources(folder, contents) {
  const outfile = join(folder, 'dist', `load-${randomBytes(4).toString('hex')}.cjs`);
  await build({
    stdin: { resolveDir: join(folder, 'src'), contents },
    bundle: true,
    platform: 'node',
    packages: 'bundle',
    external: OUTSIDE,
    outfile,
    logLevel: 'error',
  });
  const module = createRequire(import.meta.url)(outfile);
  await rm(outfile);
  return module;
}
