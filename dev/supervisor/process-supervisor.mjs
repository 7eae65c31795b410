// Supervises processes: starts them, restarts them when they crash, ends them and their children.
import { mkdirSync } from 'node:fs';
import { waitUntilHealthy, isHealthy, launch, politely, rotateLog } from '../lib/launch.mjs';
import { end, identify, isAlive, signal, treeOf, treeRssMb } from '../lib/processes.mjs';
import { RUN_DIR } from '../lib/settings.mjs';
import { removePid, writePid } from './pid-files.mjs';
import { saveProgramCopy, withSavedProgram } from './programs.mjs';

/** A process that ran this long no longer counts as failing: its next restart comes after the shortest delay. */
const STEADY_MS = 120_000;
/** Until this age, a process that is not healthy counts as starting. */
const YOUNG_MS = 30_000;
/** Interval of the health checks of processes that may hang, and how many failures in a row end one. */
const WATCH_MS = 5_000;
const MAX_MISSES = 4;
/** Restarts never stop: whatever a process lacks may be back in a minute, or in a day. */
export const BACKOFF = { firstMs: 500, maxMs: 60_000 };

/** @param {number} failures in a row, before this one */
export const backoffMs = (failures, { firstMs, maxMs } = BACKOFF) =>
  Math.min(firstMs * 2 ** Math.min(failures, 30), maxMs);

/**
 * @typedef {import('../lib/launch.mjs').ProcessSpec} ProcessSpec
 * @typedef {object} ManagedProcess
 * @property {ProcessSpec} spec
 * @property {import('node:child_process').ChildProcess} [child]
 * @property {import('../lib/processes.mjs').Identity} [identity]
 * @property {boolean} shouldRun false once its end was requested
 * @property {boolean} starting
 * @property {number} restarts since it was started on request
 * @property {number} failures in a row
 * @property {number} since
 * @property {number} misses
 * @property {number} [nextAt] when it is started again
 * @property {NodeJS.Timeout} [timer]
 * @property {{ spec: ProcessSpec, shouldRun: boolean }} [before] the process of this name that this one replaced
 */

export class ProcessSupervisor {
  /** @type {Map<string, ManagedProcess>} */
  #processes = new Map();
  #log;
  #backoff;
  #stopping = false;

  /** @param {(line: string) => void} log @param {typeof BACKOFF} [backoff] */
  constructor(log, backoff = BACKOFF) {
    this.#log = log;
    this.#backoff = backoff;
    mkdirSync(RUN_DIR, { recursive: true });
    setInterval(() => void this.#watch(), WATCH_MS).unref();
  }

  /**
   * Returns when the process is healthy. One that already runs with the same spec is left alone. One that replaces
   * another and does not become healthy is replaced by that one again.
   * @param {ProcessSpec} spec
   */
  async start(spec) {
    const current = this.#processes.get(spec.name);
    if (current && isAlive(current.identity) && JSON.stringify(current.spec) === JSON.stringify(spec)) {
      if (await isHealthy(spec.health)) return { started: false };
    }
    const before = current && { spec: current.spec, shouldRun: current.shouldRun };
    const managed = await this.#replace(spec, before);
    try {
      await this.#bringUp(managed);
    } catch (error) {
      // Unless another command changed it meanwhile.
      if (this.#processes.get(spec.name) === managed) {
        this.#disableRestarts(managed);
        if (managed.identity) await end(managed.identity, politely(spec));
        if (before) await this.#bringBack(before);
      }
      throw error;
    }
    return { started: true };
  }

  /** Undoes the last start of a name: what it replaced runs again, if anything. @param {string} name */
  async revert(name) {
    const { before } = this.#find(name);
    return before ? this.#bringBack(before) : this.forget(name);
  }

  /** @param {string} name */
  async stop(name) {
    const managed = this.#processes.get(name);
    if (!managed) return;
    this.#disableRestarts(managed);
    if (managed.identity) await end(managed.identity, politely(managed.spec));
    this.#log(`${name} stopped`);
  }

  /** @param {string} name */
  async forget(name) {
    await this.stop(name);
    this.#processes.delete(name);
  }

  /** Retries without limit when the process does not become healthy; throws the first failure. @param {string} name */
  async restart(name) {
    const { spec, before } = this.#find(name);
    const managed = await this.#replace(spec, before);
    await this.#bringUpForEver(managed);
    return { started: true };
  }

  /** Like a crash, without the restart that follows one. @param {string} name */
  async kill(name) {
    const managed = this.#find(name);
    this.#disableRestarts(managed);
    if (!isAlive(managed.identity)) return;
    const members = treeOf(managed.identity.pid);
    for (const pid of members) signal(pid, 'SIGKILL');
    await end(managed.identity);
    this.#log(`${name} killed`);
  }

  /** What started last stops first. */
  async stopAll() {
    this.#stopping = true;
    const stages = [...new Set([...this.#processes.values()].map(({ spec }) => spec.stage))].sort(
      (a, b) => b - a,
    );
    for (const stage of stages) {
      const members = [...this.#processes.values()].filter(({ spec }) => spec.stage === stage);
      const ends = await Promise.allSettled(members.map(({ spec }) => this.stop(spec.name)));
      for (const { reason } of ends) if (reason) this.#log(`while stopping: ${reason.message}`);
    }
    this.#processes.clear();
  }

  async status() {
    const rows = [...this.#processes.values()].map(async (managed) => {
      const { spec, identity, starting, restarts, since, nextAt } = managed;
      const alive = isAlive(identity);
      const well = alive && !starting && (await isHealthy(spec.health));
      return {
        name: spec.name,
        state: well ? 'up' : alive && (starting || Date.now() - since < YOUNG_MS) ? 'starting' : 'down',
        url: spec.url,
        pid: alive ? identity.pid : null,
        rssMb: alive ? treeRssMb(identity.pid) : 0,
        restarts,
        nextAttemptAt: nextAt === undefined ? null : new Date(nextAt).toISOString(),
      };
    });
    return Promise.all(rows);
  }

  #find(name) {
    const managed = this.#processes.get(name);
    if (managed) return managed;
    throw new Error(
      `${name} is not one of ${[...this.#processes.keys()].join(', ') || 'the processes: nothing runs'}`,
    );
  }

  /** @param {ManagedProcess} managed */
  #disableRestarts(managed) {
    managed.shouldRun = false;
    clearTimeout(managed.timer);
    managed.nextAt = undefined;
  }

  /** Ends the process of that name; returns its replacement, not started yet. @returns {Promise<ManagedProcess>} */
  async #replace(spec, before) {
    await this.stop(spec.name);
    rotateLog(spec.log);
    const counts = { restarts: 0, failures: 0, misses: 0 };
    const managed = { spec, before, shouldRun: true, starting: true, ...counts, since: Date.now() };
    this.#processes.set(spec.name, managed);
    return managed;
  }

  /** @param {ManagedProcess} managed */
  async #bringUp(managed) {
    try {
      this.#spawn(managed);
      await waitUntilHealthy(managed.spec, managed.child);
      saveProgramCopy(managed.spec, managed.before?.spec);
    } finally {
      managed.starting = false;
    }
  }

  /** Throws a failure, and retries all the same. @param {ManagedProcess} managed */
  async #bringUpForEver(managed) {
    try {
      await this.#bringUp(managed);
    } catch (error) {
      if (managed.shouldRun && !isAlive(managed.identity)) this.#schedule(managed);
      throw error;
    }
  }

  /** @param {NonNullable<ManagedProcess['before']>} before */
  async #bringBack({ spec, shouldRun }) {
    const { name } = spec;
    const managed = await this.#replace(withSavedProgram(spec), undefined);
    if (!shouldRun) {
      this.#disableRestarts(managed);
      managed.starting = false;
      return;
    }
    this.#log(`${name}: what ran before is started again`);
    await this.#bringUpForEver(managed).catch((error) =>
      this.#log(`${name}: ${error.message.split('\n')[0]}`),
    );
  }

  /** @param {ManagedProcess} managed */
  #spawn(managed) {
    const { spec } = managed;
    managed.since = Date.now();
    managed.nextAt = undefined;
    managed.child = managed.identity = undefined;
    const child = launch(spec);
    managed.child = child;
    const identity = child.pid === undefined ? undefined : identify(child.pid);
    managed.identity = identity;
    if (identity) writePid({ name: spec.name, ...politely(spec), ...identity });
    this.#log(`${spec.name} started, pid ${child.pid}`);
    // A process that could not be spawned emits no `exit`.
    child.once('error', (error) => {
      this.#log(`${spec.name}: ${error.message}`);
      if (child.pid === undefined) this.#ended(managed, child, identity, 'no process');
    });
    child.once('exit', (code, signalName) => this.#ended(managed, child, identity, code ?? signalName));
  }

  /** Ends processes that were unhealthy for too long; their exit triggers the restart. */
  async #watch() {
    for (const managed of this.#processes.values()) {
      const { spec, identity, shouldRun, starting } = managed;
      if (!spec.watched || !shouldRun || starting || !isAlive(identity)) continue;
      managed.misses = (await isHealthy(spec.health)) ? 0 : managed.misses + 1;
      if (managed.misses < MAX_MISSES) continue;
      managed.misses = 0;
      this.#log(`${spec.name} is alive but not well`);
      await end(identity, politely(spec)).catch((error) => this.#log(`${spec.name}: ${error.message}`));
    }
  }

  #ended(managed, child, identity, outcome) {
    const { name } = managed.spec;
    removePid(name, identity);
    if (managed.child !== child) return;
    this.#log(`${name} ended with ${outcome}`);
    if (managed.shouldRun && !managed.starting) this.#schedule(managed);
  }

  /** @param {ManagedProcess} managed */
  #schedule(managed) {
    if (this.#stopping || this.#processes.get(managed.spec.name) !== managed) return;
    const { name } = managed.spec;
    if (Date.now() - managed.since > STEADY_MS) managed.failures = 0;
    const delay = backoffMs(managed.failures++, this.#backoff);
    this.#log(`${name} is started again in ${delay} ms`);
    clearTimeout(managed.timer);
    managed.nextAt = Date.now() + delay;
    managed.timer = setTimeout(() => {
      if (!managed.shouldRun) return;
      managed.restarts++;
      try {
        this.#spawn(managed);
      } catch (error) {
        // No disk space for its log, no free process: retried as well.
        this.#log(`${name}: ${error.message}`);
        this.#schedule(managed);
      }
    }, delay);
  }
}
