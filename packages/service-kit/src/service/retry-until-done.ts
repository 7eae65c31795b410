import { setTimeout as pause } from 'node:timers/promises';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * Repeats work that depends on another part of the product until it succeeds, with growing pauses, or until the signal is
 * aborted. Returns true if it succeeded.
 */
export async function retryUntilDone(
  work: () => Promise<unknown>,
  signal: AbortSignal,
  onFailure: (error: unknown, againInMs: number) => void,
  longestWaitMs = LONGEST_WAIT_MS,
): Promise<boolean> {
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, longestWaitMs)) {
    try {
      await work();
      return true;
    } catch (error) {
      onFailure(error, wait);
      await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  return false;
}
