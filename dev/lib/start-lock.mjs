// One start at a time for a data directory: a second one fails with a clear message instead of a follow-up error.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './command.mjs';
import { identify, isAlive } from './processes.mjs';
import { RUN_DIR } from './settings.mjs';

/** Not `.json`: a stop ends every process that has a pid file here. */
const LOCK = join(RUN_DIR, 'start.lock');

/** @returns {{ pid: number, started: string, at: string } | undefined} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Removes the lock of a start that has ended. A lock that another start took meanwhile is put back. */
function clear(left) {
  const aside = `${LOCK}.${process.pid}.left`;
  try {
    renameSync(LOCK, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  const taken = read(aside);
  if (taken && (taken.pid !== left?.pid || taken.started !== left.started) && isAlive(taken))
    linkSync(aside, LOCK);
  rmSync(aside, { force: true });
}

const when = (at) => new Date(at).toLocaleTimeString('en-GB');

/**
 * Returns the function that releases the lock.
 * @returns {() => void}
 */
export function lockStart() {
  mkdirSync(RUN_DIR, { recursive: true });
  const mine = { ...identify(process.pid), at: new Date().toISOString() };
  const draft = `${LOCK}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(mine));
  try {
    for (;;) {
      try {
        linkSync(draft, LOCK);
        return () => {
          if (read(LOCK)?.pid === process.pid) rmSync(LOCK, { force: true });
        };
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const holder = read(LOCK);
      if (holder && isAlive(holder))
        throw new UserError(`already starting since ${when(holder.at)} (pid ${holder.pid})`, {
          advice: 'Wait for it, or end it with Ctrl-C or `npm run stop` and start again.',
        });
      clear(holder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}
