// npm run chaos -- [--only <name>,…] [--seed N] [--short] [--list]: injects faults into a stack under a load of sales,
// then checks invariants. Starts and stops a stack of its own, or uses the one that TEST_PUBLIC_URL names
// (`eval "$(node dev/env.mjs)"`).
import { spawnSync } from 'node:child_process';
import { bundleTests } from './lib/bundle-tests.mjs';
import { testEnvironment } from './lib/test-environment.mjs';
import { DATA_DIR, OWN_OFFSETS, ROOT } from './lib/settings.mjs';
import { join } from 'node:path';

const OWN = {
  COULISSE_PORT_OFFSET: process.env.COULISSE_PORT_OFFSET || String(OWN_OFFSETS.chaos),
  COULISSE_DATA_DIR: process.env.COULISSE_DATA_DIR || join(DATA_DIR, 'chaos'),
};
const args = process.argv.slice(2);
const node = (script, env = {}, rest = []) =>
  spawnSync(process.execPath, [script, ...rest], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  }).status ?? 1;

const outfile = await bundleTests('chaos');
if (process.env.TEST_PUBLIC_URL || args.includes('--list')) process.exitCode = node(outfile, {}, args);
else {
  // Ctrl-C ends the experiments; the stack is stopped all the same.
  process.on('SIGINT', () => undefined);
  const started = node('dev/start.mjs', OWN, ['--detach']);
  process.exitCode = started || node(outfile, { ...OWN, ...(await testEnvironment(OWN)) }, args);
  node('dev/stop.mjs', OWN);
}
