// Runs steps side by side, each as soon as those that it needs are done.

/**
 * @typedef {object} Step
 * @property {string} label
 * @property {string[]} [needs] names of other steps; those that are not there count as done
 * @property {() => Promise<string | void>} run returns a note for people, or nothing
 * @property {boolean} [silent] not worth a line of its own
 */

/**
 * The first failure ends the run: no step begins any more, and the caller has to stop those that are running.
 * @param {Record<string, Step>} steps
 * @param {{ begin(label: string): void, done(label: string, note?: string): void, failed(label: string): void }} progress
 */
export async function runSteps(steps, progress) {
  const started = new Map();
  let failed = false;
  const start = (name, path = []) => {
    if (path.includes(name)) throw new Error(`steps need each other: ${[...path, name].join(' → ')}`);
    if (!started.has(name)) started.set(name, perform(name, path));
    return started.get(name);
  };
  const perform = async (name, path) => {
    const { label, needs = [], run, silent } = steps[name];
    await Promise.all(needs.filter((need) => need in steps).map((need) => start(need, [...path, name])));
    if (failed) return;
    if (!silent) progress.begin(label);
    try {
      const note = await run();
      if (!silent) progress.done(label, note || undefined);
    } catch (error) {
      failed = true;
      if (!silent) progress.failed(label);
      throw error;
    }
  };
  await Promise.all(Object.keys(steps).map((name) => start(name)));
}
