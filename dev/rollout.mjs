// npm run rollout [-- --twin]: two replicas of every part behind a balancer each, as in a cluster. Every part is restarted
// in turn under 300 requests a second, then the gateway with 500 clients on kept-alive connections. `--twin` kills the
// replicas instead of stopping them: it passes when that is seen. On a stack of its own, or on the one that
// TEST_PUBLIC_URL names (`eval "$(node dev/env.mjs)"`), whose parts run single again at the end.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundleTests } from './lib/bundle-tests.mjs';
import { DATA_DIR, OWN_OFFSETS, ROOT } from './lib/settings.mjs';
import { testEnvironment } from './lib/test-environment.mjs';

const OWN = {
  COULISSE_PORT_OFFSET: process.env.COULISSE_PORT_OFFSET || String(OWN_OFFSETS.rollout),
  COULISSE_DATA_DIR: process.env.COULISSE_DATA_DIR || join(DATA_DIR, 'rollout'),
};
const args = process.argv.slice(2);
const node = (script, env = {}, rest = []) =>
  spawnSync(process.execPath, [script, ...rest], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  }).status ?? 1;

const program = await bundleTests('rollout');
if (process.env.TEST_PUBLIC_URL) process.exitCode = node(program, {}, args);
else {
  // Ctrl-C ends the run; the stack is stopped all the same.
  process.on('SIGINT', () => undefined);
  const started = node('dev/start.mjs', OWN, ['--detach']);
  process.exitCode = started || node(program, { ...OWN, ...(await testEnvironment(OWN)) }, args);
  node('dev/stop.mjs', OWN);
}
