// npm run screens -- [--only crm] [--language fr,en] [--theme light,dark] [--width 1440,390] [--out .data/screens] [--axe]
// A picture of every screen of the running stack, in every look.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { currentEnvironment } from './lib/test-environment.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = fileURLToPath(new URL('../tests/dist/take-pictures.cjs', import.meta.url));
await build({
  entryPoints: [fileURLToPath(new URL('../tests/screens/take-pictures.ts', import.meta.url))],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  packages: 'external',
  alias: {
    '@coulisse/contracts': fileURLToPath(new URL('../packages/contracts/src/index.ts', import.meta.url)),
  },
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, ...currentEnvironment() },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
