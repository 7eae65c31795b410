import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again until the answer is truthy; answers it. Fails after `timeoutMs`, or at once with what `check` throws.
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {{ timeoutMs?: number, everyMs?: number, what?: string }} [options]
 * @returns {Promise<T>}
 */
export async function until(check, { timeoutMs = 30_000, everyMs = 50, what = 'a condition' } = {}) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await check();
    if (answer) return answer;
    if (Date.now() > deadline)
      throw new Error(`${what} did not come within ${Math.round(timeoutMs / 1000)} s`);
    await sleep(everyMs);
  }
}
