// Tools that PyPI has and the machine lacks, each in a virtual environment of its own.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../lib/command.mjs';
import { CACHE_DIR } from '../lib/settings.mjs';

export const venvDir = (name) => join(CACHE_DIR, 'python', name);

/** Whether this machine can make a virtual environment: Debian ships Python without it. */
export const hasPython = () => spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0;

/** @param {string} name @param {string} requirement */
export async function installWheel(name, requirement) {
  const folder = venvDir(name);
  mkdirSync(dirname(folder), { recursive: true });
  const advice = `Python could not install ${requirement}. Is the package index reachable?`;
  await run(`python-${name}`, 'python3', ['-m', 'venv', '--clear', folder], { advice });
  await run(`python-${name}`, join(folder, 'bin/pip'), ['install', '--quiet', requirement], { advice });
}
