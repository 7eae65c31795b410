// Keeps processes: starts them, starts them again when they crash, ends them and all that they started.
import { mkdirSync } from 'node:fs';
import { becomesWell, isWell, launch, rotateLog } from '../lib/launch.mjs';
import { end, identify, isAlive, signal, treeOf, treeRssMb } from '../lib/processes.mjs';
import { RUN_DIR } from '../lib/settings.mjs';
import { removePid, writePid } from './pid-files.mjs';
import { keepProgram, runKept } from './programs.mjs';

/** A process that ran this long is no longer one that fails: its next restart comes at once. */
const STEADY_MS = 120_000;
/** As long as this, a process that is not well may still be on its way. */
const YOUNG_MS = 30_000;
/** How often those are looked at that may hang without ending, and how often in a row they may be found so. */
const WATCH_MS = 5_000;
const MAX_MISSES = 4;
/** Nothing is given up: whatever a process lacks may be back in a minute, or in a day. */
export const BACKOFF = { firstMs: 500, maxMs: 60_000 };

/** @param {number} failures in a row, before this one */
export const backoffMs = (failures, { firstMs, maxMs } = BACKOFF) =>
  Math.min(firstMs * 2 ** Math.min(failures, 30), maxMs);

/**
 * @typedef {import('../lib/launch.mjs').ProcessSpec} ProcessSpec
 * @typedef {object} Kept
 * @property {ProcessSpec} spec
 * @property {import('node:child_process').ChildProcess} [child]
 * @property {import('../lib/processes.mjs').Identity} [identity]
 * @property {boolean} wanted false once somebody asked for its end
 * @property {boolean} starting
 * @property {number} restarts since it was started by somebody
 * @property {number} failures in a row
 * @property {number} since
 * @property {number} misses
 * @property {number} [nextAt] when it is started again
 * @property {NodeJS.Timeout} [timer]
 * @property {{ spec: ProcessSpec, wanted: boolean }} [before] what ran under this name until this one took its place
 */

export class Keeper {
  /** @type {Map<string, Kept>} */
  #kept = new Map();
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
   * Answers when the process is well. One that runs the same already is left alone; one that takes the place of another
   * and does not get well leaves that place to the other again.
   * @param {ProcessSpec} spec
   */
  async start(spec) {
    const known = this.#kept.get(spec.name);
    if (known && isAlive(known.identity) && JSON.stringify(known.spec) === JSON.stringify(spec)) {
      if (await isWell(spec.health)) return { started: false };
    }
    const before = known && { spec: known.spec, wanted: known.wanted };
    const kept = await this.#replace(spec, before);
    try {
      await this.#bringUp(kept);
    } catch (error) {
      // Unless somebody asked for something else meanwhile.
      if (this.#kept.get(spec.name) === kept) {
        this.#unwant(kept);
        if (kept.identity) await end(kept.identity, { polite: spec.polite });
        if (before) await this.#bringBack(before);
      }
      throw error;
    }
    return { started: true };
  }

  /** Undoes the last start of a name: what it took the place of runs again, else nothing does. @param {string} name */
  async revert(name) {
    const { before } = this.#known(name);
    return before ? this.#bringBack(before) : this.forget(name);
  }

  /** @param {string} name */
  async stop(name) {
    const kept = this.#kept.get(name);
    if (!kept) return;
    this.#unwant(kept);
    if (kept.identity) await end(kept.identity, { polite: kept.spec.polite });
    this.#log(`${name} stopped`);
  }

  /** @param {string} name */
  async forget(name) {
    await this.stop(name);
    this.#kept.delete(name);
  }

  /** One that does not get well is tried again for as long as it takes; the answer tells. @param {string} name */
  async restart(name) {
    const { spec, before } = this.#known(name);
    const kept = await this.#replace(spec, before);
    await this.#bringUpForEver(kept);
    return { started: true };
  }

  /** As a crash, without the restart that follows one. @param {string} name */
  async kill(name) {
    const kept = this.#known(name);
    this.#unwant(kept);
    if (!isAlive(kept.identity)) return;
    const members = treeOf(kept.identity.pid);
    for (const pid of members) signal(pid, 'SIGKILL');
    await end(kept.identity);
    this.#log(`${name} killed`);
  }

  /** What started last stops first. */
  async stopAll() {
    this.#stopping = true;
    const stages = [...new Set([...this.#kept.values()].map(({ spec }) => spec.stage))].sort((a, b) => b - a);
    for (const stage of stages) {
      const members = [...this.#kept.values()].filter(({ spec }) => spec.stage === stage);
      const ends = await Promise.allSettled(members.map(({ spec }) => this.stop(spec.name)));
      for (const { reason } of ends) if (reason) this.#log(`while stopping: ${reason.message}`);
    }
    this.#kept.clear();
  }

  async status() {
    const rows = [...this.#kept.values()].map(async (kept) => {
      const { spec, identity, starting, restarts, since, nextAt } = kept;
      const alive = isAlive(identity);
      const well = alive && !starting && (await isWell(spec.health));
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

  #known(name) {
    const kept = this.#kept.get(name);
    if (kept) return kept;
    throw new Error(
      `${name} is not one of ${[...this.#kept.keys()].join(', ') || 'the processes: nothing runs'}`,
    );
  }

  /** @param {Kept} kept */
  #unwant(kept) {
    kept.wanted = false;
    clearTimeout(kept.timer);
    kept.nextAt = undefined;
  }

  /** Ends what runs under the name; answers what takes its place, not begun yet. @returns {Promise<Kept>} */
  async #replace(spec, before) {
    await this.stop(spec.name);
    rotateLog(spec.log);
    const counts = { restarts: 0, failures: 0, misses: 0 };
    const kept = { spec, before, wanted: true, starting: true, ...counts, since: Date.now() };
    this.#kept.set(spec.name, kept);
    return kept;
  }

  /** @param {Kept} kept */
  async #bringUp(kept) {
    try {
      this.#spawn(kept);
      await becomesWell(kept.spec, kept.child);
      keepProgram(kept.spec, kept.before?.spec);
    } finally {
      kept.starting = false;
    }
  }

  /** Tells of a failure and tries again all the same. @param {Kept} kept */
  async #bringUpForEver(kept) {
    try {
      await this.#bringUp(kept);
    } catch (error) {
      if (kept.wanted && !isAlive(kept.identity)) this.#schedule(kept);
      throw error;
    }
  }

  /** @param {NonNullable<Kept['before']>} before */
  async #bringBack({ spec, wanted }) {
    const { name } = spec;
    const kept = await this.#replace(runKept(spec), undefined);
    if (!wanted) {
      this.#unwant(kept);
      kept.starting = false;
      return;
    }
    this.#log(`${name}: what ran before is started again`);
    await this.#bringUpForEver(kept).catch((error) => this.#log(`${name}: ${error.message.split('\n')[0]}`));
  }

  /** @param {Kept} kept */
  #spawn(kept) {
    const { spec } = kept;
    kept.since = Date.now();
    kept.nextAt = undefined;
    kept.child = kept.identity = undefined;
    const child = launch(spec);
    kept.child = child;
    const identity = child.pid === undefined ? undefined : identify(child.pid);
    kept.identity = identity;
    if (identity) writePid({ name: spec.name, polite: spec.polite, ...identity });
    this.#log(`${spec.name} started, pid ${child.pid}`);
    // What could not even begin has no end to hear of.
    child.once('error', (error) => {
      this.#log(`${spec.name}: ${error.message}`);
      if (child.pid === undefined) this.#ended(kept, child, identity, 'no process');
    });
    child.once('exit', (code, how) => this.#ended(kept, child, identity, code ?? how));
  }

  /** Ends what is alive but not well for too long; its restart follows from its end. */
  async #watch() {
    for (const kept of this.#kept.values()) {
      const { spec, identity, wanted, starting } = kept;
      if (!spec.watched || !wanted || starting || !isAlive(identity)) continue;
      kept.misses = (await isWell(spec.health)) ? 0 : kept.misses + 1;
      if (kept.misses < MAX_MISSES) continue;
      kept.misses = 0;
      this.#log(`${spec.name} is alive but not well`);
      await end(identity, { polite: spec.polite }).catch((error) =>
        this.#log(`${spec.name}: ${error.message}`),
      );
    }
  }

  #ended(kept, child, identity, how) {
    const { name } = kept.spec;
    removePid(name, identity);
    if (kept.child !== child) return;
    this.#log(`${name} ended with ${how}`);
    if (kept.wanted && !kept.starting) this.#schedule(kept);
  }

  /** @param {Kept} kept */
  #schedule(kept) {
    if (this.#stopping || this.#kept.get(kept.spec.name) !== kept) return;
    const { name } = kept.spec;
    if (Date.now() - kept.since > STEADY_MS) kept.failures = 0;
    const delay = backoffMs(kept.failures++, this.#backoff);
    this.#log(`${name} is started again in ${delay} ms`);
    clearTimeout(kept.timer);
    kept.nextAt = Date.now() + delay;
    kept.timer = setTimeout(() => {
      if (!kept.wanted) return;
      kept.restarts++;
      try {
        this.#spawn(kept);
      } catch (error) {
        // No room for its log, no process to be had: that passes, too.
        this.#log(`${name}: ${error.message}`);
        this.#schedule(kept);
      }
    }, delay);
  }
}
