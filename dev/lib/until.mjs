import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls `check` until it returns a truthy value, and returns that. Throws after `timeoutMs`, or when `check` throws.
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {{ timeoutMs?: number, everyMs?: number, condition?: string }} [options]
 * @returns {Promise<T>}
 */
export async function until(check, { timeoutMs = 30_000, everyMs = 50, condition = 'a condition' } = {}) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (Date.now() > deadline)
      throw new Error(`${condition} did not come within ${Math.round(timeoutMs / 1000)} s`);
    await sleep(everyMs);
  }
}
