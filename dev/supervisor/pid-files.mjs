// The pid files of this data directory, one per process: after a crash they name the processes to end.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_DIR } from '../lib/settings.mjs';

/**
 * @typedef {import('../lib/processes.mjs').Identity & { name: string, polite?: NodeJS.Signals, graceMs?: number }} PidEntry
 */

const fileOf = (name) => join(RUN_DIR, `${name}.json`);

/** @returns {PidEntry | undefined} undefined also for a file that a crash of the machine left half written */
export function readPid(name) {
  try {
    const entry = JSON.parse(readFileSync(fileOf(name), 'utf8'));
    return typeof entry?.pid === 'number' ? entry : undefined;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** @param {PidEntry} entry */
export function writePid(entry) {
  mkdirSync(RUN_DIR, { recursive: true });
  const file = fileOf(entry.name);
  writeFileSync(`${file}.arriving`, JSON.stringify(entry));
  renameSync(`${file}.arriving`, file);
}

/**
 * Removes the file of one process. A process that was restarted under the same name keeps its file: the exit of the
 * previous one is often reported later.
 * @param {string} name @param {import('../lib/processes.mjs').Identity | undefined} identity
 */
export function removePid(name, identity) {
  const entry = readPid(name);
  if (entry && (entry.pid !== identity?.pid || entry.started !== identity.started)) return;
  rmSync(fileOf(name), { force: true });
}

/** @returns {PidEntry[]} */
export function allPids() {
  if (!existsSync(RUN_DIR)) return [];
  const names = readdirSync(RUN_DIR).filter((name) => name.endsWith('.json'));
  return names.map((name) => readPid(name.slice(0, -'.json'.length))).filter((entry) => entry !== undefined);
}
