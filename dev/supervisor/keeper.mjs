// Keeps processes: starts them, starts them again when they crash, ends them and all that they started.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { becomesWell, isWell, launch, rotateLog } from '../lib/launch.mjs';
import { end, identify, isAlive, signal, treeOf, treeRssMb } from '../lib/processes.mjs';
import { RUN_DIR } from '../lib/settings.mjs';

const MAX_RESTARTS = 5;
/** A process that ran this long gets its five restarts back. */
const STEADY_MS = 120_000;
/** As long as this, a process that is not well may still be on its way. */
const YOUNG_MS = 30_000;
/** How often those are looked at that may hang without ending, and how often in a row they may be found so. */
const WATCH_MS = 5_000;
const MAX_MISSES = 4;
const backoffMs = (restarts) => Math.min(500 * 2 ** restarts, 8_000);

/**
 * @typedef {import('../lib/launch.mjs').ProcessSpec} ProcessSpec
 * @typedef {object} Kept
 * @property {ProcessSpec} spec
 * @property {import('node:child_process').ChildProcess} [child]
 * @property {import('../lib/processes.mjs').Identity} [identity]
 * @property {boolean} wanted false once somebody asked for its end
 * @property {boolean} starting
 * @property {number} restarts
 * @property {number} since
 * @property {number} misses
 * @property {NodeJS.Timeout} [timer]
 */

const pidFile = (name) => join(RUN_DIR, `${name}.json`);

export class Keeper {
  /** @type {Map<string, Kept>} */
  #kept = new Map();
  #log;

  /** @param {(line: string) => void} log */
  constructor(log) {
    this.#log = log;
    mkdirSync(RUN_DIR, { recursive: true });
    setInterval(() => void this.#watch(), WATCH_MS).unref();
  }

  /**
   * Answers when the process is well. One that runs the same already is left alone.
   * @param {ProcessSpec} spec
   */
  async start(spec) {
    const known = this.#kept.get(spec.name);
    if (known && isAlive(known.identity) && JSON.stringify(known.spec) === JSON.stringify(spec)) {
      if (await isWell(spec.health)) return { started: false };
    }
    await this.stop(spec.name);
    rotateLog(spec.log);
    const kept = { spec, wanted: true, starting: true, restarts: 0, misses: 0, since: Date.now() };
    this.#kept.set(spec.name, kept);
    this.#spawn(kept);
    try {
      await becomesWell(spec, kept.child);
    } catch (error) {
      kept.wanted = false;
      if (kept.identity) await end(kept.identity, { polite: spec.polite });
      throw error;
    } finally {
      kept.starting = false;
    }
    return { started: true };
  }

  /** @param {string} name */
  async stop(name) {
    const kept = this.#kept.get(name);
    if (!kept) return;
    kept.wanted = false;
    clearTimeout(kept.timer);
    if (kept.identity) await end(kept.identity, { polite: kept.spec.polite });
    this.#log(`${name} stopped`);
  }

  /** @param {string} name */
  async forget(name) {
    await this.stop(name);
    this.#kept.delete(name);
  }

  /** @param {string} name */
  async restart(name) {
    const { spec } = this.#known(name);
    await this.stop(name);
    return this.start(spec);
  }

  /** As a crash, without the restart that follows one. @param {string} name */
  async kill(name) {
    const kept = this.#known(name);
    kept.wanted = false;
    clearTimeout(kept.timer);
    if (!isAlive(kept.identity)) return;
    const members = treeOf(kept.identity.pid);
    for (const pid of members) signal(pid, 'SIGKILL');
    await end(kept.identity);
    this.#log(`${name} killed`);
  }

  /** What started last stops first. */
  async stopAll() {
    const stages = [...new Set([...this.#kept.values()].map(({ spec }) => spec.stage))].sort((a, b) => b - a);
    for (const stage of stages) {
      const members = [...this.#kept.values()].filter(({ spec }) => spec.stage === stage);
      await Promise.all(members.map(({ spec }) => this.stop(spec.name)));
    }
    this.#kept.clear();
  }

  async status() {
    const rows = [...this.#kept.values()].map(async ({ spec, identity, starting, restarts, since }) => {
      const alive = isAlive(identity);
      const well = alive && !starting && (await isWell(spec.health));
      return {
        name: spec.name,
        state: well ? 'up' : alive && (starting || Date.now() - since < YOUNG_MS) ? 'starting' : 'down',
        url: spec.url,
        pid: alive ? identity.pid : null,
        rssMb: alive ? treeRssMb(identity.pid) : 0,
        restarts,
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
  #spawn(kept) {
    const { spec } = kept;
    const child = launch(spec);
    kept.child = child;
    kept.since = Date.now();
    kept.identity = child.pid === undefined ? undefined : identify(child.pid);
    if (kept.identity)
      writeFileSync(
        pidFile(spec.name),
        JSON.stringify({ name: spec.name, polite: spec.polite, ...kept.identity }),
      );
    this.#log(`${spec.name} started, pid ${child.pid}`);
    child.once('error', (error) => this.#log(`${spec.name}: ${error.message}`));
    child.once('exit', (code, how) => this.#ended(kept, child, code ?? how));
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
      await end(identity, { polite: spec.polite });
    }
  }

  #ended(kept, child, how) {
    if (kept.child !== child) return;
    const { name } = kept.spec;
    rmSync(pidFile(name), { force: true });
    this.#log(`${name} ended with ${how}`);
    if (!kept.wanted || kept.starting) return;
    if (Date.now() - kept.since > STEADY_MS) kept.restarts = 0;
    if (kept.restarts >= MAX_RESTARTS) {
      this.#log(`${name} is given up after ${MAX_RESTARTS} restarts`);
      return;
    }
    const delay = backoffMs(kept.restarts++);
    this.#log(`${name} is started again in ${delay} ms`);
    kept.timer = setTimeout(() => kept.wanted && this.#spawn(kept), delay);
  }
}
