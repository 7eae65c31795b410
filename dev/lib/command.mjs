// Runs commands whose output only matters when they fail: it goes to a log, and the error names the log.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { end, identify } from './processes.mjs';
import { LOG_DIR, ROOT } from './settings.mjs';

/** A failure that says what to do about it. */
export class UserError extends Error {
  /** @param {string} message @param {{ advice?: string, log?: string, cause?: unknown }} [more] */
  constructor(message, { advice, log, cause } = {}) {
    super(message, { cause });
    this.advice = advice;
    this.log = log;
  }
}

/** Last lines of a log. */
export function tail(file, lines = 15) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}

export const logFile = (name) => join(LOG_DIR, `${name}.log`);
export const shown = (path) => (relative(ROOT, path).startsWith('..') ? path : relative(ROOT, path));

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends the commands that are still running: an aborted start leaves no download behind. */
export async function endCommands() {
  const identities = [...running].map(({ pid }) => pid && identify(pid)).filter(Boolean);
  await Promise.all(identities.map((identity) => end(identity, { graceMs: 3_000 })));
}

/**
 * @param {string} name of the log
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, advice?: string }} [options]
 */
export async function run(name, command, args, { cwd = ROOT, env = process.env, advice } = {}) {
  const log = logFile(name);
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'w');
  const code = await new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', output, output] });
    running.add(child);
    child.once('close', () => running.delete(child));
    child.once('error', reject);
    child.once('exit', (status, signalName) => resolve(status ?? signalName));
  }).finally(() => closeSync(output));
  if (code === 0) return;
  throw new UserError(`${command} ${args.slice(0, 4).join(' ')} ended with ${code}\n${tail(log)}`, {
    advice,
    log,
  });
}
