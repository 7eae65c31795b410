// Starts a process with its output in a log, and checks its health.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { UserError, tail } from './command.mjs';
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
 * @property {{ url: string } | { port: number }} health address that responds when the process is healthy
 * @property {string} url for people
 * @property {string} log
 * @property {number} stage what starts first stops last
 * @property {NodeJS.Signals} [polite] the signal that requests its end
 * @property {number} [graceMs] how long its end may take before it is killed
 * @property {string} [program] the file among its arguments that a build writes
 * @property {string} [fingerprint] of its program and settings: the process must be restarted when it changes
 * @property {boolean} [watched] whether it may hang without ending, and is then restarted
 * @property {number} [timeoutMs] time until it must be healthy
 * @property {number} [niceness] 0 to 19: how far others go first when the processors are busy
 */

/**
 * Niceness of what follows a sale (documents, mails, statistics): where the processors are busy, buyers go first. A
 * process of 0 gets nine times the time of one of 10.
 */
export const BACKGROUND = 10;

/**
 * Niceness of Gotenberg. It gives a new browser 20 seconds that no setting extends: with four busy processes beside it on
 * two cores, a browser of 10 took longer, also after a crash and after each hundred documents.
 */
export const PRINTING = 5;

const onPath = (command) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

/** On Linux the kernel ends a process when its parent dies, however that happens: none is left behind. */
const LEASH = process.platform === 'linux' && onPath('setpriv');

/** @param {NodeJS.Signals} signalName @param {string[]} line @returns {string[]} */
export const withParentDeathSignal = (signalName, line) =>
  LEASH ? ['setpriv', '--pdeathsig', signalName.slice(3), '--', ...line] : line;

/**
 * The processes that it starts let others go first, too: as root Chromium would raise its own priority above all others',
 * unless the right to do so is gone.
 * @param {number} niceness @param {string[]} line @returns {string[]}
 */
export function withNiceness(niceness, line) {
  if (niceness === 0 || !onPath('nice')) return line;
  const isBound = LEASH && process.getuid?.() === 0;
  return [
    'nice',
    '-n',
    String(niceness),
    ...(isBound ? ['setpriv', '--bounding-set=-sys_nice', '--', ...line] : line),
  ];
}

/** Without root, Linux accepts one such change every tenth of a second. */
const GROUP_RETRY = { times: 50, everyMs: 120 };

/**
 * Linux divides the processors among sessions first (`sched_autogroup`), and by niceness only among the processes of one
 * session. Each process that we start has a session of its own: what counts is the niceness of that session.
 * @param {number} pid @param {number} niceness
 */
async function setSessionNiceness(pid, niceness) {
  const file = `/proc/${pid}/autogroup`;
  for (let attempt = 0; attempt < GROUP_RETRY.times && existsSync(file); attempt++) {
    try {
      writeFileSync(file, String(niceness));
      return;
    } catch {
      await pause(GROUP_RETRY.everyMs, undefined, { ref: false });
    }
  }
}

/** How a process is ended. @param {ProcessSpec} spec */
export const politely = ({ polite, graceMs }) => ({ polite, graceMs });

/** Keeps the log of the previous run beside the new one. */
export function rotateLog(file) {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, `${file}.1`);
}

/** @param {ProcessSpec} spec */
export function launch(spec) {
  const { command, args, env, cwd, user, log, niceness = 0, polite = 'SIGTERM' } = spec;
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'a');
  const line = withNiceness(niceness, withParentDeathSignal(polite, [command, ...args]));
  try {
    const child = spawn(line[0], line.slice(1), {
      cwd,
      env,
      ...user,
      stdio: ['ignore', output, output],
      detached: true,
    });
    if (niceness !== 0) void yieldOnceHealthy(spec, child);
    return child;
  } finally {
    closeSync(output);
  }
}

/** A dozen processes start at once; checking each of them 20 times a second took 2 s of processor time. */
const HEALTH_MS = 120;

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => (socket.destroy(), resolve(true)));
  });

/**
 * A start is not slowed: the session of a process lets others go first only once the process is healthy.
 * @param {ProcessSpec} spec @param {import('node:child_process').ChildProcess} child
 */
async function yieldOnceHealthy({ health, niceness }, child) {
  let hasEnded = false;
  child.once('error', () => (hasEnded = true));
  child.once('exit', () => (hasEnded = true));
  while (!hasEnded && !(await isHealthy(health))) await pause(500, undefined, { ref: false });
  if (!hasEnded) await setSessionNiceness(child.pid, niceness);
}

/** @param {ProcessSpec['health']} health */
export async function isHealthy(health) {
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
 * Waits until a process is healthy; throws as soon as it ends instead.
 * @param {ProcessSpec} spec
 * @param {import('node:child_process').ChildProcess} child
 */
export async function waitUntilHealthy({ name, health, log, timeoutMs = 180_000 }, child) {
  let error;
  child.once('error', (cause) => (error = cause));
  const ended = () => error ?? (child.exitCode !== null || child.signalCode !== null);
  try {
    await until(async () => ended() || (await isHealthy(health)), {
      timeoutMs,
      everyMs: HEALTH_MS,
      condition: `the health of ${name}`,
    });
  } catch (cause) {
    throw new UserError(`${cause.message}\n${tail(log)}`, { log, cause });
  }
  if (!ended()) return;
  const outcome = error?.message ?? `ended with ${child.exitCode ?? child.signalCode}`;
  throw new UserError(`${name}: ${outcome}\n${tail(log)}`, { log });
}

/**
 * Starts a process for a test or a script, without the supervisor.
 * @param {ProcessSpec} spec
 */
export async function startUnsupervised(spec) {
  rotateLog(spec.log);
  const child = launch(spec);
  const identity = child.pid === undefined ? undefined : identify(child.pid);
  const stop = async () => identity && end(identity, politely(spec));
  try {
    await waitUntilHealthy(spec, child);
  } catch (error) {
    await stop();
    throw error;
  }
  child.unref();
  return { pid: child.pid, stop };
}
