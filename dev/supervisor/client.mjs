// Commands to the supervisor.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { UserError } from '../lib/command.mjs';
import { rotateLog } from '../lib/launch.mjs';
import { end, isAlive } from '../lib/processes.mjs';
import { LOG_DIR, ROOT } from '../lib/settings.mjs';
import { until } from '../lib/until.mjs';
import { CONTROL_SOCKET, SUPERVISOR, SUPERVISOR_LOG } from './address.mjs';
import { allPids, readPid, removePid } from './pid-files.mjs';

/**
 * @param {string} name
 * @returns {Promise<import('node:http').IncomingMessage>}
 */
const send = (name, body = {}) =>
  new Promise((resolve, reject) => {
    const call = request({ socketPath: CONTROL_SOCKET, path: `/${name}`, method: 'POST' }, resolve);
    // Also when the supervisor ends after its response.
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });

/** @param {'start' | 'revert' | 'restart' | 'kill' | 'status' | 'release' | 'shutdown'} name */
export async function order(name, body) {
  const answer = await send(name, body);
  const content = await json(answer);
  if (answer.statusCode === 200) return content;
  throw new UserError(content.message, content);
}

export const isRunning = () => isAlive(readPid(SUPERVISOR));

/** Starts a supervisor where there is none. */
export async function ensureSupervisor() {
  if (isRunning()) return;
  await sweep();
  mkdirSync(LOG_DIR, { recursive: true });
  rotateLog(SUPERVISOR_LOG);
  const output = openSync(SUPERVISOR_LOG, 'a');
  const main = fileURLToPath(new URL('main.mjs', import.meta.url));
  const child = spawn(process.execPath, ['--max-old-space-size=64', main], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.unref();
  closeSync(output);
  await until(() => isRunning() && existsSync(CONTROL_SOCKET), {
    timeoutMs: 10_000,
    condition: `the supervisor (see ${SUPERVISOR_LOG})`,
  });
}

/** The processes end with the caller from now on, unless it releases them. */
export async function own() {
  const answer = await send('own');
  answer.on('error', () => answer.destroy());
  answer.resume();
}

/** Ends the processes that a killed supervisor may have left. */
async function sweep() {
  for (const { name, polite, graceMs, ...identity } of allPids()) {
    await end(identity, { polite, graceMs });
    removePid(name, identity);
  }
  rmSync(CONTROL_SOCKET, { force: true });
}

/** Ends every process that was started for this data directory, and only those. */
export async function stopEverything() {
  const running = isRunning();
  const found = running || allPids().some((identity) => isAlive(identity));
  if (running) {
    const supervisor = readPid(SUPERVISOR);
    await order('shutdown');
    await until(() => !isAlive(supervisor), { timeoutMs: 120_000, condition: 'the end of the supervisor' });
  }
  await sweep();
  return found;
}
