// Runs a program of `tests` on the stack that TEST_PUBLIC_URL names (`eval "$(node dev/env.mjs)"`), else on a stack of its own.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundleTests } from './bundle-tests.mjs';
import { DATA_DIR, OWN_OFFSETS, ROOT } from './settings.mjs';
import { testEnvironment } from './test-environment.mjs';

/**
 * @param {'chaos' | 'rollout'} name of the folder of `tests`, of the stack's data and of its ports
 * @param {string[]} args of the program
 * @param {{ needsStack?: boolean }} [options]
 * @returns {Promise<number>} the exit code
 */
export async function runOnStack(name, args, { needsStack = true } = {}) {
  const own = {
    COULISSE_PORT_OFFSET: process.env.COULISSE_PORT_OFFSET || String(OWN_OFFSETS[name]),
    COULISSE_DATA_DIR: process.env.COULISSE_DATA_DIR || join(DATA_DIR, name),
  };
  const node = (script, env = {}, rest = []) =>
    spawnSync(process.execPath, [script, ...rest], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: 'inherit',
    }).status ?? 1;
  const program = await bundleTests(`${name}/main.ts`, name);
  if (process.env.TEST_PUBLIC_URL || !needsStack) return node(program, {}, args);
  // Ctrl-C ends the program; the stack is stopped all the same.
  process.on('SIGINT', () => undefined);
  const code =
    node('dev/start.mjs', own, ['--detach']) ||
    node(program, { ...own, ...(await testEnvironment(own)) }, args);
  node('dev/stop.mjs', own);
  return code;
}
