// Tools that PyPI has and the machine lacks, each in a virtual environment of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../lib/command.mjs';
import { CACHE_DIR } from '../lib/settings.mjs';
import { sharedRuns } from '../lib/shared-runs.mjs';

export const venvDir = (name) => join(CACHE_DIR, 'python', name);
/** Written at the end: the remains of an interrupted installation do not count as installed. */
const stamp = (name) => join(venvDir(name), '.coulisse-installed');

/** Whether this machine can make a virtual environment: Debian ships Python without it. */
export const hasPython = () => spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0;

/** @param {string} name @param {string} requirement */
export const hasWheel = (name, requirement) =>
  existsSync(stamp(name)) && readFileSync(stamp(name), 'utf8') === requirement;

async function install(name, requirement, finish) {
  const folder = venvDir(name);
  mkdirSync(dirname(folder), { recursive: true });
  const advice = `Python could not install ${requirement}. Is the package index reachable?`;
  await run(`python-${name}`, 'python3', ['-m', 'venv', '--clear', folder], { advice });
  await run(`python-${name}`, join(folder, 'bin/pip'), ['install', '--quiet', requirement], { advice });
  await finish?.();
  writeFileSync(stamp(name), requirement);
}

const sharedInstall = sharedRuns();

/**
 * Concurrent calls for the same wheel share one installation.
 * @param {string} name
 * @param {string} requirement
 * @param {() => Promise<void>} [finish] what is left to do before it can be used
 */
export const installWheel = (name, requirement, finish) =>
  sharedInstall(name, () => install(name, requirement, finish));
