// Starts a process whose output goes to a log, and tells whether it is well.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { Refusal, tail } from './command.mjs';
import { end, identify } from './processes.mjs';
import { until } from './until.mjs';

/**
 * @typedef {object} ProcessSpec
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} [cwd]
 * @property {{ uid: number, gid: number }} [user]
 * @property {{ url: string } | { port: number }} health what answers when it is well
 * @property {string} url for people
 * @property {string} log
 * @property {number} stage what starts first stops last
 * @property {NodeJS.Signals} [polite] the signal that asks it to end
 * @property {string} [program] the file among its arguments that a build writes
 * @property {string} [fingerprint] of what it runs: another one means that it must be started again
 * @property {boolean} [watched] it may hang without ending, and is started again then
 * @property {number} [timeoutMs] until it must be well
 */

const onPath = (command) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

/** On Linux a process is told to end when its parent dies, however that happens: nothing is ever left behind. */
const LEASH = process.platform === 'linux' && onPath('setpriv');

/** @param {NodeJS.Signals} signalName @param {string[]} line @returns {string[]} */
export const onLeash = (signalName, line) =>
  LEASH ? ['setpriv', '--pdeathsig', signalName.slice(3), '--', ...line] : line;

/** Keeps the log of the run before beside the new one. */
export function rotateLog(file) {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, `${file}.1`);
}

/** @param {ProcessSpec} spec */
export function launch({ command, args, env, cwd, user, log, polite = 'SIGTERM' }) {
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'a');
  const line = onLeash(polite, [command, ...args]);
  try {
    return spawn(line[0], line.slice(1), {
      cwd,
      env,
      ...user,
      stdio: ['ignore', output, output],
      detached: true,
    });
  } finally {
    closeSync(output);
  }
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => (socket.destroy(), resolve(true)));
  });

/** @param {ProcessSpec['health']} health */
export async function isWell(health) {
  if ('port' in health) return answers(health.port);
  try {
    const answer = await fetch(health.url, { signal: AbortSignal.timeout(3_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Waits until a process is well; fails as soon as it ended instead.
 * @param {ProcessSpec} spec
 * @param {import('node:child_process').ChildProcess} child
 */
export async function becomesWell({ name, health, log, timeoutMs = 180_000 }, child) {
  let error;
  child.once('error', (cause) => (error = cause));
  const ended = () => error ?? (child.exitCode !== null || child.signalCode !== null);
  try {
    await until(async () => ended() || (await isWell(health)), { timeoutMs, what: `the health of ${name}` });
  } catch (cause) {
    throw new Refusal(`${cause.message}\n${tail(log)}`, { log, cause });
  }
  if (!ended()) return;
  const how = error?.message ?? `ended with ${child.exitCode ?? child.signalCode}`;
  throw new Refusal(`${name}: ${how}\n${tail(log)}`, { log });
}

/**
 * Starts a process for a test or a script, without the supervisor.
 * @param {ProcessSpec} spec
 */
export async function startAlone(spec) {
  rotateLog(spec.log);
  const child = launch(spec);
  const identity = child.pid === undefined ? undefined : identify(child.pid);
  const stop = async () => identity && end(identity, { polite: spec.polite });
  try {
    await becomesWell(spec, child);
  } catch (error) {
    await stop();
    throw error;
  }
  child.unref();
  return { pid: child.pid, stop };
}
