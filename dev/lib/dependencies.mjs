// Installs the npm packages, before anything else: must run without node_modules.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { ROOT } from './settings.mjs';

export { ROOT };

const LOCK = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
/** Inside node_modules, so that it is deleted together with it. */
const STAMP = join(MODULES, '.coulisse-installed');
/** Written by npm at the end of every installation. */
const NPM_RECORD = join(MODULES, '.package-lock.json');

const lockHash = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex');

export function areDependenciesFresh() {
  if (!existsSync(NPM_RECORD)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash()) return true;
  // Somebody ran npm by hand since the lock file changed.
  return statSync(NPM_RECORD).mtimeMs >= statSync(LOCK).mtimeMs;
}

/** Installs what is missing or stale. Returns whether there was anything to do. */
export async function ensureDependencies() {
  if (areDependenciesFresh()) return false;
  // Not `npm ci`: it refuses a lock file that lacks the optional packages of other platforms.
  await run('npm', 'npm', ['install', '--no-audit', '--no-fund'], {
    advice: 'Is the package registry reachable? `npm config get registry` tells which one is asked.',
  });
  writeFileSync(STAMP, lockHash());
  return true;
}
