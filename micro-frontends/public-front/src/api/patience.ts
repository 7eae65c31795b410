import { ApiProblem } from '@coulisse/mfe-kit/api';

/** Longest wait that a person is asked to sit through; after it the refusal itself is shown, in the server's words. */
const LONGEST_WAIT = 60;
const TRIES = 4;

let waits: readonly number[] = [];
const listeners = new Set<() => void>();

function change(next: readonly number[]): void {
  waits = next;
  for (const tell of listeners) tell();
}

/** When the last of the calls that wait goes on (`performance.now()`), or null: for `useSyncExternalStore`. */
export const waitingUntil = (): number | null => (waits.length > 0 ? Math.max(...waits) : null);
export function onWaiting(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Seconds that the gateway wants us to wait; null for every other failure. */
export function secondsToWait(error: unknown): number | null {
  if (!(error instanceof ApiProblem) || error.status !== 429 || error.code !== 'request.too-many')
    return null;
  const seconds = Number(error.params.seconds);
  return seconds > 0 && seconds <= LONGEST_WAIT ? seconds : null;
}

function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + seconds * 1000;
  change([...waits, until]);
  const over = (): void => {
    const at = waits.indexOf(until);
    change(waits.filter((_, other) => other !== at));
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      over();
      resolve();
    }, seconds * 1000);
    const stop = (): void => {
      clearTimeout(timer);
      over();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Does what was refused because it was too often again, once the wait is over that came with the refusal. Nothing was
 * done by a refused call, so any call may be repeated; whoever waits sees why (`waitingUntil`).
 */
export async function patiently<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const seconds = secondsToWait(error);
      if (seconds === null || tries === TRIES) throw error;
      await pause(seconds, signal);
    }
  }
}
